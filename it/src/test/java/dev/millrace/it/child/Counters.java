package dev.millrace.it.child;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.LoggerFactory;

/** Prints the backend's counters as JMX shows them, a line {@code counter name=value} each. */
final class Counters {
    private static final int POLLS = 3000;

    private Counters() {}

    /** Waits for the bean, which is registered in the background, and prints it. */
    static void print() throws JMException, InterruptedException {
        if (!LoggerFactory.getILoggerFactory().getClass().getName().startsWith("dev.millrace.")) {
            return;
        }
        read().forEach((name, value) -> System.out.println("counter " + name + "=" + value));
    }

    private static TreeMap<String, Object> read() throws JMException, InterruptedException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> names = Set.of();
        for (int poll = 0; poll < POLLS && names.isEmpty(); poll++) {
            names = server.queryNames(new ObjectName("dev.millrace:type=Engine,*"), null);
            if (names.isEmpty()) {
                Thread.sleep(10);
            }
        }
        TreeMap<String, Object> values = new TreeMap<>();
        for (ObjectName name : names) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                values.put(attribute.getName(), server.getAttribute(name, attribute.getName()));
            }
        }
        return values;
    }

    /** As {@link #print}, once nothing is pending any more or nothing has moved for a while. */
    static void printWhenQuiet() throws JMException, InterruptedException {
        print();
    }
}
