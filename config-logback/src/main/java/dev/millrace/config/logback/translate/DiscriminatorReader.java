package dev.millrace.config.logback.translate;

import dev.millrace.core.status.StatusCode;

/** Reads a {@code <discriminator>}. */
final class DiscriminatorReader implements OptionHandler {
    private static final String MDC = "ch.qos.logback.classic.sift.MDCBasedDiscriminator";
    private static final String CONTEXT = "ch.qos.logback.classic.sift.ContextBasedDiscriminator";
    private static final String CONTEXT_VARIABLE = "contextName";

    private final Translation translation;
    private final boolean ofContext;
    private final boolean ofMdc;
    private String key;
    private String defaultValue;

    private DiscriminatorReader(Translation translation, boolean ofContext, boolean ofMdc) {
        this.translation = translation;
        this.ofContext = ofContext;
        this.ofMdc = ofMdc;
    }

    static DiscriminatorReader read(Option discriminator, Translation translation) {
        String className = discriminator.className();
        boolean ofContext = CONTEXT.equals(className);
        boolean ofMdc = className == null || className.equals(MDC);
        DiscriminatorReader reader = new DiscriminatorReader(translation, ofContext, ofMdc);
        translation.options(discriminator.children(), reader);
        if (!ofContext && !ofMdc) {
            translation.report(
                    StatusCode.MR466,
                    discriminator.line(),
                    "discriminator " + className + " is not supported"
                            + (reader.isComplete()
                                    ? "; all events go where those of its <defaultValue> go (use MDCBasedDiscriminator)"
                                    : " (use MDCBasedDiscriminator, or give it a <key> and a <defaultValue>, where all"
                                            + " events go then)"));
        }
        return reader;
    }

    /** Whether it has what it needs. */
    boolean isComplete() {
        return ofContext || (isGiven(key) && isGiven(defaultValue));
    }

    private static boolean isGiven(String value) {
        return value != null && !value.isBlank();
    }

    /** The variable that has the value inside {@code <sift>}. */
    String variable() {
        return ofContext ? CONTEXT_VARIABLE : key;
    }

    /** The key of the MDC that has the value; null where all events have one value. */
    String mdcKey() {
        return ofMdc ? key : null;
    }

    String defaultValue() {
        return ofContext ? translation.variables().contextName() : defaultValue;
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case "key" -> {
                if (ofContext) {
                    translation.report(
                            StatusCode.MR414,
                            option.line(),
                            "<" + option.tag() + "> cannot be set here: the variable is " + CONTEXT_VARIABLE);
                } else if (option.value() != null) {
                    key = option.value().trim();
                }
            }
            case "defaultValue" -> {
                if (option.value() != null) {
                    defaultValue = option.value().trim();
                }
            }
            default -> translation.reportUnknown(option, "<discriminator>");
        }
    }
}
