/** A logging backend for the JVM whose queue is a journal. */
module dev.millrace {
    requires org.slf4j;
    requires static java.management;

    exports dev.millrace.slf4j;

    uses dev.millrace.core.plan.PlanReader;

    provides dev.millrace.core.plan.PlanReader with
            dev.millrace.config.logback.LogbackPlanReader;
    provides org.slf4j.spi.SLF4JServiceProvider with
            dev.millrace.slf4j.MillraceServiceProvider;
}
