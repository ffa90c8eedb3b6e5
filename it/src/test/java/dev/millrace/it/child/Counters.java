package dev.millrace.it.child;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.slf4j.LoggerFactory;

/** Prints the backend's counters as JMX shows them, a line {@code counter name=value} each. */
final class Counters {
    private static final int POLLS = 3000;
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private Counters() {}

    /** Prints the bean; waits for it first, because it is registered in the background. */
    static void print() throws JMException, InterruptedException {
        if (!isMillrace()) {
            return;
        }
        read().forEach((name, value) -> System.out.println("counter " + name + "=" + value));
    }

    /** Waits until there are counters and returns whose; none when the backend is not Millrace. */
    static Set<ObjectName> await() throws JMException, InterruptedException {
        Set<ObjectName> names = Set.of();
        for (int poll = 0; isMillrace() && poll < POLLS && names.isEmpty(); poll++) {
            names = SERVER.queryNames(new ObjectName("dev.millrace:type=Engine,*"), null);
            if (names.isEmpty()) {
                Thread.sleep(10);
            }
        }
        return names;
    }

    /** Calls that these have refused so far; fails when one of them is closed. */
    static long refused(Set<ObjectName> names) throws JMException {
        long refused = 0;
        for (ObjectName name : names) {
            refused += (Long) SERVER.getAttribute(name, "Refused");
        }
        return refused;
    }

    private static TreeMap<String, Object> read() throws JMException, InterruptedException {
        TreeMap<String, Object> values = new TreeMap<>();
        for (ObjectName name : await()) {
            for (MBeanAttributeInfo attribute : SERVER.getMBeanInfo(name).getAttributes()) {
                flatten(attribute.getName(), SERVER.getAttribute(name, attribute.getName()), values);
            }
        }
        return values;
    }

    /** Maps come over JMX as tables of key and value; they become {@code name.key}. */
    private static void flatten(String name, Object value, Map<String, Object> values) {
        if (value instanceof TabularData table) {
            for (Object row : table.values()) {
                CompositeData pair = (CompositeData) row;
                flatten(name + "." + pair.get("key"), pair.get("value"), values);
            }
        } else if (!(value instanceof String[])) {
            values.put(name, value);
        }
    }

    /** As {@link #print}, once nothing is pending any more, or after a while. */
    static void printWhenQuiet() throws JMException, InterruptedException {
        for (int poll = 0; poll < POLLS && pending() > 0; poll++) {
            Thread.sleep(10);
        }
        print();
    }

    private static long pending() throws JMException, InterruptedException {
        return isMillrace()
                ? read().entrySet().stream()
                        .filter(entry -> entry.getKey().endsWith(".pending"))
                        .mapToLong(entry -> (Long) entry.getValue())
                        .sum()
                : 0;
    }

    private static boolean isMillrace() {
        return LoggerFactory.getILoggerFactory().getClass().getName().startsWith("dev.millrace.");
    }
}
