/** A logging backend for the JVM whose queue is a journal. */
module dev.millrace {
    requires org.slf4j;
    requires static java.logging;
    requires static java.management;

    // Management calls the interface of its bean only where its package is exported to everybody.
    exports dev.millrace.core;
    // SLF4J calls the logger's class by reflection when it replays early events.
    exports dev.millrace.slf4j;

    provides org.slf4j.spi.SLF4JServiceProvider with
            dev.millrace.slf4j.MillraceServiceProvider;
}
