package dev.millrace.event;

/** What newer JDKs know about a thread, asked without method handles, which a start would have to link. */
final class CurrentThread {
    private static final int FIRST_WITH_NUMBERS = 19;
    private static final boolean KNOWS_MORE = Runtime.version().feature() >= FIRST_WITH_NUMBERS;

    private CurrentThread() {}

    static boolean isVirtual(Thread thread) {
        return KNOWS_MORE && thread.isVirtual();
    }

    /** The thread's number, even where a subclass misbehaves in {@code getId}. */
    static long number(Thread thread) {
        return KNOWS_MORE ? thread.threadId() : numberByGetter(thread);
    }

    private static long numberByGetter(Thread thread) {
        try {
            return thread.getId();
        } catch (Throwable e) {
            return System.identityHashCode(thread); // foreign code: any number serves
        }
    }
}
