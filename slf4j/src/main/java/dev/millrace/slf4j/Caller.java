package dev.millrace.slf4j;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the frame of the log statement, and those behind it: the one behind the caller boundary, which is the class whose
 * method the application called.
 *
 * <p>Frames of reflection are not shown, so that a logger called through a {@code Method} has a useful caller.
 */
final class Caller {
    /** Frames fetched at first: ours, the boundary's and the caller are usually among so few, and each takes its time. */
    private static final int USUAL_DEPTH_FRAMES = 6;

    private static final StackWalker WALKER = StackWalker.getInstance(Set.of(), USUAL_DEPTH_FRAMES);

    /** Base class of the loggers of log4j-over-slf4j, which pass the name of a class derived from it. */
    private static final String LOG4J_1_LOGGER = "org.apache.log4j.Category";

    /** {@code org.slf4j.Logger}'s default methods, and {@code org.slf4j.LoggerFactory}. */
    private static final String SLF4J_LOGGER_PREFIX = "org.slf4j.Logger";

    /** Stands before the real logger for applications that fetched theirs while SLF4J was initializing. */
    private static final String SUBSTITUTE_LOGGER = "org.slf4j.helpers.SubstituteLogger";

    /** Stands between a statement in dynamic Groovy and what it calls. */
    private static final String GROOVY_PREFIX = "org.codehaus.groovy.runtime";

    private static final String SLF4J_PREFIX = "org.slf4j.";
    private static final String OWN_PREFIX = "dev.millrace.slf4j.";

    private Caller() {}

    /**
     * The first {@code count} frames behind the topmost run of frames that belong to the boundary; if the boundary is
     * not on the stack, from the first frame outside SLF4J and this package on; none if there is none.
     */
    static List<StackTraceElement> find(String boundary, int count) {
        return WALKER.walk(frames -> behind(boundary, count, frames));
    }

    /** The frame of the log statement, or null. */
    static StackTraceElement innermost(List<StackTraceElement> frames) {
        return frames.isEmpty() ? null : frames.get(0);
    }

    /** The frames behind that of the log statement, or null. */
    static List<StackTraceElement> outer(List<StackTraceElement> frames) {
        return frames.size() < 2 ? null : frames.subList(1, frames.size());
    }

    private static List<StackTraceElement> behind(String boundary, int count, Stream<StackFrame> frames) {
        boolean inBoundary = false;
        List<StackTraceElement> outside = new ArrayList<>(count);
        for (Iterator<StackFrame> stack = frames.iterator(); stack.hasNext(); ) {
            StackFrame frame = stack.next();
            String className = frame.getClassName();
            if (belongsTo(boundary, className) || (inBoundary && calls(className))) {
                inBoundary = true;
            } else if (inBoundary) {
                return from(frame, stack, count);
            } else if (outside.size() < count
                    && (!outside.isEmpty()
                            || (!className.startsWith(SLF4J_PREFIX) && !className.startsWith(OWN_PREFIX)))) {
                outside.add(frame.toStackTraceElement());
            }
        }
        return inBoundary ? List.of() : outside;
    }

    private static List<StackTraceElement> from(StackFrame first, Iterator<StackFrame> further, int count) {
        if (count == 1) {
            return List.of(first.toStackTraceElement());
        }
        List<StackTraceElement> found = new ArrayList<>(count);
        found.add(first.toStackTraceElement());
        while (found.size() < count && further.hasNext()) {
            found.add(further.next().toStackTraceElement());
        }
        return found;
    }

    /** Whether it is right behind a logger on behalf of the application. */
    private static boolean calls(String className) {
        return className.equals(SUBSTITUTE_LOGGER) || className.startsWith(GROOVY_PREFIX);
    }

    private static boolean belongsTo(String boundary, String className) {
        return className.equals(boundary)
                || className.equals(LOG4J_1_LOGGER)
                || className.startsWith(SLF4J_LOGGER_PREFIX);
    }
}
