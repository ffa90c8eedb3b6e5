package dev.millrace.journal;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Makes daemon threads that take nothing over from the thread that happens to start them: neither its inheritable
 * thread-locals nor its class loader, nor the classes on its stack, which JDK 17 keeps with a thread, nor its group. The
 * application of the one who logs first would never be collected otherwise, and who runs it in a group of its own would wait
 * for threads that do not end.
 *
 * @since 0.1.0
 */
public final class BackgroundThread implements PrivilegedAction<Thread> {
    private final Runnable work;
    private final String name;

    private BackgroundThread(Runnable work, String name) {
        this.work = work;
        this.name = name;
    }

    /** A thread that is not started yet. */
    @SuppressWarnings("removal") // JDK 17 needs it; later ones only run the action.
    public static Thread of(Runnable work, String name) {
        return AccessController.doPrivileged(new BackgroundThread(work, name));
    }

    /** Makes the thread; for {@link #of}. */
    @Override
    public Thread run() {
        Thread thread = new Thread(topGroup(), work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    private static ThreadGroup topGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        try {
            while (group.getParent() != null) {
                group = group.getParent();
            }
        } catch (SecurityException e) {
            // As far up as may be.
        }
        return group;
    }
}
