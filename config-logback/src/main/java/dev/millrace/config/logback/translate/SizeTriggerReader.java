package dev.millrace.config.logback.translate;

import dev.millrace.core.status.StatusCode;

/** Reads a policy that rolls by size: of a fixed window, or inside a policy by time. */
final class SizeTriggerReader implements OptionHandler {
    private final Translation translation;
    private final String className;
    private long maxFileSize;

    SizeTriggerReader(Translation translation, String className) {
        this.translation = translation;
        this.className = className;
    }

    /** In bytes; 0 when it says nothing, or what makes no sense. */
    long maxFileSize() {
        return maxFileSize;
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case "maxFileSize" -> maxFileSize = translation.size(option, maxFileSize);
            case "checkIncrement" ->
                translation.report(
                        StatusCode.MR412,
                        option.line(),
                        "<" + option.tag() + "> needs nothing: the size is known with every event");
            default -> translation.reportUnknown(option, className);
        }
    }
}
