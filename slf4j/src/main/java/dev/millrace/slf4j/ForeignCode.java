package dev.millrace.slf4j;

import java.util.function.Supplier;
import org.slf4j.Marker;

/** Runs the application's code inside a log call: whatever it throws costs its own text and nothing else. */
final class ForeignCode {
    /** Stands for a {@code toString()} that threw; the text that SLF4J's own formatter prints. */
    static final String FAILED_TO_STRING = "[FAILED toString()]";

    /** Stands for a supplier that threw. */
    static final String FAILED_GET = "[FAILED get()]";

    private ForeignCode() {}

    /** The object's text, never null. */
    static String text(Object object) {
        try {
            String text = String.valueOf(object);
            return text == null ? "null" : text;
        } catch (Throwable failure) {
            rethrowFatal(failure);
            return FAILED_TO_STRING;
        }
    }

    /** Whether a marker is, or refers to, another; false when its own code fails. */
    @SuppressWarnings("deprecation") // SLF4J offers nothing else, and Logback's filter asks in this way
    static boolean contains(Marker marker, Marker other) {
        try {
            return marker.contains(other);
        } catch (Throwable failure) {
            rethrowFatal(failure);
            return false;
        }
    }

    /** What the supplier gives, or {@link #FAILED_GET}; null without a supplier. */
    static Object value(Supplier<?> supplier) {
        if (supplier == null) {
            return null;
        }
        try {
            return supplier.get();
        } catch (Throwable failure) {
            rethrowFatal(failure);
            return FAILED_GET;
        }
    }

    // A stack overflow is over once it was caught here; other errors of the virtual machine are not ours to hide.
    static void rethrowFatal(Throwable failure) {
        if (failure instanceof VirtualMachineError error && !(failure instanceof StackOverflowError)) {
            throw error;
        }
    }
}
