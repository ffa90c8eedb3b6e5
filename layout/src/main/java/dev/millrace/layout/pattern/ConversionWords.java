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
            case "ms", "micros" -> new InstructionWord("micros", Program.MICROS);
            case "ep", "epoch" -> new ElapsedWord(false);
            case "r", "relative" -> new ElapsedWord(true);
            case "level", "le", "p" -> new LevelWord();
            case "t", "thread" -> new NameWord("thread", Program.THREAD);
            case "lo", "logger", "c" -> new NameWord("logger", Program.LOGGER);
            // A null message is "null", but nothing where a width is asked for: as every text of Logback's.
            case "m", "msg", "message" -> new InstructionWord("message", Program.MESSAGE, Program.MESSAGE_IF_ANY);
            case "n" -> new LineSeparatorWord();
            case "C", "class" -> new CallerWord("class");
            case "M", "method" -> new CallerWord("method");
            case "L", "line" -> new CallerWord("line");
            case "F", "file" -> new CallerWord("file");
            case "caller" -> new CallerTraceWord();
            case "X", "mdc" -> new MdcWord(false);
            case "marker" -> new InstructionWord("marker", Program.MARKERS);
            case "kvp" -> new KeyValuesWord(false);
            case "maskedKvp" -> new KeyValuesWord(true);
            case "property" -> new PropertyWord(null);
            case "cn", "contextName" -> new FixedWord("contextName", null);
            case "lsn" -> new NumberWord(true);
            case "sn", "sequenceNumber" -> new NumberWord(false);
            case "ex", "exception", "throwable" -> new ThrowableWord(ThrowableWord.PLAIN);
            case "xEx", "xException", "xThrowable" -> new ThrowableWord(ThrowableWord.PACKAGING);
            case "rEx", "rootException" -> new ThrowableWord(ThrowableWord.PACKAGING | ThrowableWord.ROOT_FIRST);
            case "nopex", "nopexception" -> new ThrowableWord(ThrowableWord.NONE);
            case "replace" -> new ReplaceWord();
            case "prefix" -> new PrefixWord();
            case "highlight" -> new ColorWord(null);
            case "black" -> new ColorWord("30");
            case "red" -> new ColorWord("31");
            case "green" -> new ColorWord("32");
            case "yellow" -> new ColorWord("33");
            case "blue" -> new ColorWord("34");
            case "magenta" -> new ColorWord("35");
            case "cyan" -> new ColorWord("36");
            case "white" -> new ColorWord("37");
            case "gray" -> new ColorWord("1;30");
            case "boldRed" -> new ColorWord("1;31");
            case "boldGreen" -> new ColorWord("1;32");
            case "boldYellow" -> new ColorWord("1;33");
            case "boldBlue" -> new ColorWord("1;34");
            case "boldMagenta" -> new ColorWord("1;35");
            case "boldCyan" -> new ColorWord("1;36");
            case "boldWhite" -> new ColorWord("1;37");
            case PLAIN_GROUP -> new GroupWord();
            default -> null;
        };
    }
}
