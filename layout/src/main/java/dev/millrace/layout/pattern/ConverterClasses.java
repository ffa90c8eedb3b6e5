package dev.millrace.layout.pattern;

/**
 * The converter classes that a configuration may give a conversion word, and the words that do what they do: Logback's
 * own, those of Spring Boot, JHipster and SkyWalking. No class is ever loaded for its name.
 *
 * @since 0.1.0
 */
public final class ConverterClasses {
    private static final String CLASSIC = "ch.qos.logback.classic.pattern.";
    private static final String CLASSIC_COLOR = "ch.qos.logback.classic.pattern.color.";
    private static final String CORE = "ch.qos.logback.core.pattern.";
    private static final String CORE_COLOR = "ch.qos.logback.core.pattern.color.";
    private static final String BOOT = "org.springframework.boot.logging.logback.";
    private static final String SKYWALKING = "org.apache.skywalking.apm.toolkit.log.logback.v1.x.";

    private static final String SKYWALKING_MDC = SKYWALKING + "mdc.";

    private static final String COLOR_SUFFIX = "CompositeConverter";

    /** A class that JHipster generates into each application: its package is the application's. */
    private static final String JHIPSTER_CRLF = "CRLFLogConverter";

    private ConverterClasses() {}

    /** Whether there is a word that does what the class of this name does. */
    public static boolean isKnown(String className) {
        return find(className) != null;
    }

    /** Whether there is a word of this name that needs no class. */
    public static boolean isOwnWord(String word) {
        return ConversionWords.find(word) != null;
    }

    /** The word that does what a class does, or null. */
    static ConversionWord find(String className) {
        int dot = className.lastIndexOf('.') + 1;
        String simpleName = className.substring(dot);
        if (simpleName.equals(JHIPSTER_CRLF)) {
            return new CrlfWord();
        }
        String name =
                switch (className.substring(0, dot)) {
                    case CLASSIC -> classic(simpleName);
                    case CLASSIC_COLOR -> simpleName.equals("HighlightingCompositeConverter") ? "highlight" : null;
                    case CORE -> core(simpleName);
                    case CORE_COLOR -> simpleName.isEmpty() ? null : color(simpleName);
                    default -> null;
                };
        if (name != null) {
            return ConversionWords.find(name);
        }
        return switch (className.substring(0, dot)) {
            case BOOT -> boot(simpleName);
            case SKYWALKING -> skyWalking(simpleName);
            case SKYWALKING_MDC -> simpleName.equals("LogbackMDCPatternConverter") ? new MdcWord(true) : null;
            default -> null;
        };
    }

    private static String classic(String simpleName) {
        return switch (simpleName) {
            case "DateConverter" -> "date";
            case "MicrosecondConverter" -> "micros";
            case "EpochConverter" -> "epoch";
            case "RelativeTimeConverter" -> "relative";
            case "LevelConverter" -> "level";
            case "ThreadConverter" -> "thread";
            case "LoggerConverter" -> "logger";
            case "MessageConverter" -> "message";
            case "LineSeparatorConverter" -> "n";
            case "ClassOfCallerConverter" -> "class";
            case "MethodOfCallerConverter" -> "method";
            case "LineOfCallerConverter" -> "line";
            case "FileOfCallerConverter" -> "file";
            case "CallerDataConverter" -> "caller";
            case "MDCConverter" -> "mdc";
            case "MarkerConverter" -> "marker";
            case "KeyValuePairConverter" -> "kvp";
            case "MaskedKeyValuePairConverter" -> "maskedKvp";
            case "PropertyConverter" -> "property";
            case "ContextNameConverter" -> "contextName";
            case "LocalSequenceNumberConverter" -> "lsn";
            case "SequenceNumberConverter" -> "sequenceNumber";
            case "ThrowableProxyConverter" -> "ex";
            case "ExtendedThrowableProxyConverter" -> "xEx";
            case "RootCauseFirstThrowableProxyConverter" -> "rEx";
            case "NopThrowableInformationConverter" -> "nopex";
            case "PrefixCompositeConverter" -> "prefix";
            default -> null;
        };
    }

    private static String core(String simpleName) {
        return switch (simpleName) {
            case "ReplacingCompositeConverter" -> "replace";
            case "IdentityCompositeConverter" -> ConversionWords.PLAIN_GROUP;
            default -> null;
        };
    }

    /** {@code BoldRedCompositeConverter} is the class of {@code %boldRed}, and so on. */
    private static String color(String simpleName) {
        String word = Character.toLowerCase(simpleName.charAt(0)) + simpleName.substring(1);
        String name = word.endsWith(COLOR_SUFFIX) ? word.substring(0, word.length() - COLOR_SUFFIX.length()) : "";
        boolean known = ConversionWords.find(name) instanceof ColorWord color && !color.isByLevel();
        return known && !word.equals(simpleName) ? name : null;
    }

    private static ConversionWord boot(String simpleName) {
        return switch (simpleName) {
            case "ColorConverter" -> new BootColorWord();
            case "WhitespaceThrowableProxyConverter" -> new ThrowableWord(ThrowableWord.SPACED);
            case "ExtendedWhitespaceThrowableProxyConverter" ->
                new ThrowableWord(ThrowableWord.PACKAGING | ThrowableWord.SPACED);
            case "EnclosedInSquareBracketsConverter" -> new BracketsWord();
            case "CorrelationIdConverter" -> new CorrelationIdWord();
            case "ApplicationNameConverter" -> new PropertyWord("APPLICATION_NAME");
            default -> null;
        };
    }

    private static ConversionWord skyWalking(String simpleName) {
        return switch (simpleName) {
            case "LogbackPatternConverter" -> new FixedWord(null, FixedWord.NO_TRACE);
            case "LogbackSkyWalkingContextPatternConverter" -> new FixedWord(null, FixedWord.NO_CONTEXT);
            default -> null;
        };
    }
}
