package dev.millrace.event;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * What newer JDKs know about a thread. The build puts the class of {@code src/main/java22} in the place of this one,
 * which is what a development environment uses that compiles this folder only.
 */
final class CurrentThread {
    /** {@code Thread.isVirtual}, from 21 on. */
    private static final MethodHandle IS_VIRTUAL = find("isVirtual", boolean.class);
    /** {@code Thread.threadId}, from 19 on, which no subclass can override. */
    private static final MethodHandle THREAD_ID = find("threadId", long.class);

    private CurrentThread() {}

    private static MethodHandle find(String name, Class<?> type) {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, name, MethodType.methodType(type));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null; // an older JDK
        }
    }

    static boolean isVirtual(Thread thread) {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("Thread.isVirtual failed", e);
        }
    }

    /** The thread's number, even where a subclass misbehaves in {@code getId}. */
    static long number(Thread thread) {
        if (THREAD_ID == null) {
            return numberByGetter(thread);
        }
        try {
            return (long) THREAD_ID.invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("Thread.threadId failed", e);
        }
    }

    private static long numberByGetter(Thread thread) {
        try {
            return thread.getId();
        } catch (Throwable e) {
            return System.identityHashCode(thread); // foreign code: any number serves
        }
    }
}
