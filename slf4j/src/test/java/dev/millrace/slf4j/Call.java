package dev.millrace.slf4j;

import dev.millrace.event.EventDetails;
import java.util.Arrays;
import java.util.List;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NormalizedParameters;

/** One event as the target received it. */
record Call(
        String logger,
        int level,
        String template,
        int argCount,
        Object arg0,
        Object arg1,
        Object[] args,
        Throwable thrown,
        byte[] mdc,
        EventDetails details) {

    /** The arguments, wherever they came; copied as the engine does, which must not keep the caller's array. */
    Object[] arguments() {
        return args != null
                ? Arrays.copyOf(args, argCount, Object[].class)
                : Arrays.copyOf(new Object[] {arg0, arg1}, argCount);
    }

    /** The message as the engine promises to format it. */
    String message() {
        NormalizedParameters parameters = NormalizedParameters.normalize(template, arguments(), thrown);
        return argCount == 0
                ? template
                : MessageFormatter.basicArrayFormat(parameters.getMessage(), parameters.getArguments());
    }

    /** The throwable as the engine promises to find it. */
    Throwable throwable() {
        return NormalizedParameters.normalize(template, arguments(), thrown).getThrowable();
    }

    List<String> markers() {
        return details == null || details.markers() == null ? List.of() : details.markers();
    }

    List<String> keys() {
        return details == null || details.keys() == null ? List.of() : details.keys();
    }

    List<Object> values() {
        return details == null || details.values() == null ? List.of() : details.values();
    }

    List<StackTraceElement> outerCallers() {
        return details == null ? null : details.outerCallers();
    }

    StackTraceElement caller() {
        return details == null ? null : details.caller();
    }
}
