package dev.millrace.layout.pattern;

import java.util.HashMap;
import java.util.Map;

/** The registry of conversion words: one line each. */
final class ConversionWords {
    /** The name under which a parenthesis without a word is compiled. */
    static final String PLAIN_GROUP = "BARE";

    private static final Map<String, ConversionWord> WORDS = new HashMap<>();

    static {
        register(new DateWord(), "d", "date");
        register(new MicrosWord(), "ms", "micros");
        register(new EpochWord(), "ep", "epoch");
        register(new RelativeTimeWord(), "r", "relative");
        register(new LevelWord(), "level", "le", "p");
        register(new ThreadWord(), "t", "thread");
        register(new LoggerWord(), "lo", "logger", "c");
        register(new MessageWord(), "m", "msg", "message");
        register(new LineSeparatorWord(), "n");
        register(new CallerClassWord(), "C", "class");
        register(new CallerMethodWord(), "M", "method");
        register(new CallerLineWord(), "L", "line");
        register(new CallerFileWord(), "F", "file");
        register(new MdcWord(), "X", "mdc");
        register(new MarkerWord(), "marker");
        register(new KeyValuesWord(), "kvp");
        register(new ThrowableWord(), "ex", "exception", "throwable");
        register(new NoThrowableWord(), "nopex", "nopexception");
        register(new PlainGroupWord(), PLAIN_GROUP);
    }

    private ConversionWords() {}

    private static void register(ConversionWord word, String... names) {
        for (String name : names) {
            WORDS.put(name, word);
        }
    }

    /** The word of a name, or null. */
    static ConversionWord find(String name) {
        return WORDS.get(name);
    }
}
