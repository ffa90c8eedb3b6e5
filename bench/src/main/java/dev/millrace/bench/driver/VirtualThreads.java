package dev.millrace.bench.driver;

import java.lang.reflect.Method;

/** Virtual threads from bytecode that also runs on 17, where there are none. */
final class VirtualThreads {
    private VirtualThreads() {}

    static Thread unstarted(String name, Runnable work) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("name", String.class).invoke(builder, name);
            Method unstarted = type.getMethod("unstarted", Runnable.class);
            return (Thread) unstarted.invoke(builder, work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no virtual threads: " + Runtime.version(), e);
        }
    }
}
