package dev.millrace.event;

import java.util.List;

/**
 * A throwable as it was captured.
 *
 * @param className its class's name
 * @param message its message, or null
 * @param text the first line as {@code toString()} printed it ({@code class: message} unless overridden)
 * @param frames its own frames, without those in common with the enclosing throwable
 * @param commonFrames number of frames in common with the enclosing throwable
 * @param cause its cause, or null
 * @param suppressed its suppressed throwables
 * @param packaging where the class of each frame comes from ({@code archive:version}), null for one of which it was not
 *     captured; empty when it was of none
 * @param circular true when this throwable already stands further out: only the text is given
 * @since 0.1.0
 */
public record CapturedThrowable(
        String className,
        String message,
        String text,
        List<StackTraceElement> frames,
        int commonFrames,
        CapturedThrowable cause,
        List<CapturedThrowable> suppressed,
        List<String> packaging,
        boolean circular) {
    /** One without packaging. */
    public CapturedThrowable(
            String className,
            String message,
            String text,
            List<StackTraceElement> frames,
            int commonFrames,
            CapturedThrowable cause,
            List<CapturedThrowable> suppressed,
            boolean circular) {
        this(className, message, text, frames, commonFrames, cause, suppressed, List.of(), circular);
    }
}
