package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps the lines before the tail clear. */
abstract class TailLeft {
    long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe;
}

/** The claimed end of the journal, alone on its cache lines: every appender adds to it. */
abstract class TailValue extends TailLeft {
    volatile long value;
}

/** The tail position: claims are one atomic add. Padded against the lines of its neighbours. */
final class Tail extends TailValue {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(TailValue.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, qa, qb, qc, qd, qe;

    long opaque() {
        return (long) VALUE.getOpaque(this);
    }

    long acquire() {
        return (long) VALUE.getAcquire(this);
    }

    void set(long position) {
        value = position;
    }

    /** Claims {@code bytes} from the returned position on. */
    long claim(int bytes) {
        return (long) VALUE.getAndAdd(this, (long) bytes);
    }
}
