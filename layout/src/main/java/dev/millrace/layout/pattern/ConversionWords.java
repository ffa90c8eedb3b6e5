package dev.millrace.layout.pattern;

/** The registry of conversion words: one line each. A word's class is loaded when a pattern uses it, not before. */
final class ConversionWords {
    /** The name under which a parenthesis without a word is compiled. */
    static final String PLAIN_GROUP = "BARE";

    private ConversionWords() {}

    /** The word of a name, or null. */
    static ConversionWord find(String name) {
        return switch (name) {
            case "d", "date" -> new DateWord();
            case "ms", "micros" -> new MicrosWord();
            case "ep", "epoch" -> new EpochWord();
            case "r", "relative" -> new RelativeTimeWord();
            case "level", "le", "p" -> new LevelWord();
            case "t", "thread" -> new ThreadWord();
            case "lo", "logger", "c" -> new LoggerWord();
            case "m", "msg", "message" -> new MessageWord();
            case "n" -> new LineSeparatorWord();
            case "C", "class" -> new CallerClassWord();
            case "M", "method" -> new CallerMethodWord();
            case "L", "line" -> new CallerLineWord();
            case "F", "file" -> new CallerFileWord();
            case "X", "mdc" -> new MdcWord();
            case "marker" -> new MarkerWord();
            case "kvp" -> new KeyValuesWord();
            case "ex", "exception", "throwable" -> new ThrowableWord();
            case "nopex", "nopexception" -> new NoThrowableWord();
            case PLAIN_GROUP -> new PlainGroupWord();
            default -> null;
        };
    }
}
