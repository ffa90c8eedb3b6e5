/** A logging backend for the JVM whose queue is a journal. */
module dev.millrace {
    requires org.slf4j;
    requires static java.management;
}
