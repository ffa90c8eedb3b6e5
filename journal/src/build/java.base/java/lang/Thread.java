package java.lang;

/** As much of JDK 21's as is compiled against. */
public abstract class Thread implements Runnable {
    public long getId() {
        throw new UnsupportedOperationException();
    }

    public final long threadId() {
        throw new UnsupportedOperationException();
    }

    public final boolean isVirtual() {
        throw new UnsupportedOperationException();
    }
}
