package dev.millrace.it.child;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.LoggerFactory;

/** Prints the backend's counters as JMX shows them, a line {@code counter name=value} each. */
final class Counters {
    private static final int POLLS = 1000;

    private Counters() {}

    /** Waits for the bean, which is registered in the background, and prints it. */
    static void print() throws JMException, InterruptedException {
        if (!LoggerFactory.getILoggerFactory().getClass().getName().startsWith("dev.millrace.")) {
            return;
        }
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> names = Set.of();
        for (int poll = 0; poll < POLLS && names.isEmpty(); poll++) {
            names = server.queryNames(new ObjectName("dev.millrace:type=Engine,*"), null);
            if (names.isEmpty()) {
                Thread.sleep(10);
            }
        }
        for (ObjectName name : names) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                System.out.println("counter " + attribute.getName() + "=" + server.getAttribute(name, attribute.getName()));
            }
        }
    }
}
