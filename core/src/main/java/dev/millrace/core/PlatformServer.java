package dev.millrace.core;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** The platform's management server. Loaded only when the bean is registered. */
final class PlatformServer {
    private static final int MAX_INSTANCES = 1000;

    private PlatformServer() {}

    /** Whether somebody has asked for it. Making it takes the JVM some 100 ms of processor time. */
    static boolean isInUse() {
        return !MBeanServerFactory.findMBeanServer(null).isEmpty();
    }

    /** Registers the engine; further engines of one context name get a number. Returns the bean's name. */
    static Object register(Engine engine) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        StandardMBean bean = new StandardMBean(new EngineBean(engine), EngineMXBean.class, true);
        for (int instance = 1; ; instance++) {
            ObjectName name = name(engine.plan().contextName(), instance);
            try {
                server.registerMBean(bean, name);
                return name;
            } catch (InstanceAlreadyExistsException e) {
                if (instance == MAX_INSTANCES) {
                    throw e;
                }
            }
        }
    }

    static void unregister(Object name) throws JMException {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean((ObjectName) name);
    }

    static ObjectName name(String context, int instance) throws JMException {
        String value = isPlain(context) ? context : ObjectName.quote(context);
        String suffix = instance == 1 ? "" : ",instance=" + instance;
        return new ObjectName("dev.millrace:type=Engine,name=" + value + suffix);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (",=:\"*?\n\r\\".indexOf(text.charAt(i)) >= 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
