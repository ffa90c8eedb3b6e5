package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Options of one run, {@code --name value} or {@code --name=value}; a switch takes no value. Immutable. */
final class Options {
    /** Default of a switch. */
    static final String OFF = "off";

    private static final String ON = "on";

    /** No count of a run is larger, and the sum of two of them is an int. */
    private static final int MOST = 1_000_000_000;

    /** A line must fit into the 64 KiB that are written at a time. */
    private static final int MOST_MESSAGE_BYTES = 50_000;

    private final Map<String, String> values;
    private final Map<String, String> defaults;

    private Options(Map<String, String> values, Map<String, String> defaults) {
        this.values = values;
        this.defaults = defaults;
    }

    /** Reads the arguments over the defaults; a name without a default is refused. */
    static Options parse(List<String> arguments, Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = argument.substring(0, equals < 0 ? argument.length() : equals);
            if (!name.startsWith("--") || !defaults.containsKey(name.substring(2))) {
                throw new UsageException("unknown option '" + name + "'; there are " + names(defaults));
            }
            name = name.substring(2);
            if (defaults.get(name).equals(OFF)) {
                if (equals >= 0) {
                    throw new UsageException("option '--" + name + "' takes no value");
                }
                values.put(name, ON);
            } else if (equals >= 0) {
                values.put(name, argument.substring(equals + 1));
            } else if (i + 1 < arguments.size()) {
                values.put(name, arguments.get(++i));
            } else {
                throw new UsageException("option '--" + name + "' needs a value");
            }
        }
        return new Options(values, defaults);
    }

    boolean isOn(String name) {
        return text(name).equals(ON);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the scenario declares no option " + name);
        }
        return value;
    }

    /** The comma-separated words of an option, at least one. */
    List<String> words(String name) {
        List<String> words = new ArrayList<>();
        for (String word : text(name).split(",")) {
            if (!word.isBlank()) {
                words.add(word.trim());
            }
        }
        if (words.isEmpty()) {
            String example = defaults.get(name).isEmpty() ? "" : " such as '" + defaults.get(name) + "'";
            throw new UsageException("option '--" + name + "' needs a value" + example + ", not '" + text(name) + "'");
        }
        return words;
    }

    /** The option, if it is one of these words. */
    String oneOf(String name, String... words) {
        return oneOfWords(name, text(name), words);
    }

    /** The words of an option, if each is one of these. */
    List<String> eachOf(String name, List<String> possible) {
        List<String> words = words(name);
        for (String word : words) {
            oneOfWords(name, word, possible.toArray(String[]::new));
        }
        return words;
    }

    /** Whether one word of an option is the first and not the second of two. */
    boolean isWord(String name, String word, String first, String second) {
        return oneOfWords(name, word, first, second).equals(first);
    }

    private static String oneOfWords(String name, String word, String... words) {
        if (!List.of(words).contains(word)) {
            throw new UsageException(
                    "option '--" + name + "' is " + String.join(" or ", words) + ", not '" + word + "'");
        }
        return word;
    }

    /** The backends of an option's words. */
    List<Backend> backends(String name) {
        List<Backend> backends = new ArrayList<>();
        for (String word : words(name)) {
            backends.add(Backend.named(word));
        }
        return backends;
    }

    /** A positive number, with {@code k} and {@code M} for thousands and millions. */
    int count(String name) {
        return countUpTo(name, MOST);
    }

    /** The same with a limit of its own. */
    int countUpTo(String name, int most) {
        return count(name, "", text(name), most);
    }

    /** A count, or the word that stands for 0. */
    int countOr(String name, String word) {
        return countOr(name, word, text(name), MOST);
    }

    /** The same as a long, which callers multiply. */
    long longCount(String name) {
        return count(name);
    }

    /** The positive numbers of an option's words. */
    List<Integer> counts(String name) {
        return countsUpTo(name, MOST);
    }

    /** The same with a limit of their own. */
    List<Integer> countsUpTo(String name, int most) {
        List<Integer> counts = new ArrayList<>();
        for (String word : words(name)) {
            counts.add(count(name, "", word, most));
        }
        return counts;
    }

    /** The same as longs, which callers multiply. */
    List<Long> longCounts(String name) {
        return counts(name).stream().map(Integer::longValue).toList();
    }

    /** Lines of trace; the word {@code none} stands for 0. */
    List<Integer> linesOfTrace(String name) {
        List<Integer> lines = new ArrayList<>();
        for (String word : words(name)) {
            lines.add(countOr(name, "none", word, MOST));
        }
        return lines;
    }

    /** Message lengths in bytes; the word {@code standard} stands for the standard message. */
    List<Integer> messageLengths(String name) {
        List<Integer> lengths = new ArrayList<>();
        for (String word : words(name)) {
            lengths.add(messageLength(name, word));
        }
        return lengths;
    }

    private static int messageLength(String name, String word) {
        // LineFormat.STANDARD_MESSAGE is 0.
        int lengthBytes = countOr(name, "standard", word, MOST_MESSAGE_BYTES);
        try {
            LineFormat ignored = LineFormat.of(lengthBytes, 1);
            return lengthBytes;
        } catch (IllegalArgumentException e) {
            throw new UsageException("option '--" + name + "' cannot be '" + word + "': " + e.getMessage());
        }
    }

    private static int countOr(String name, String zero, String text, int most) {
        return text.equals(zero) ? 0 : count(name, "'" + zero + "' or ", text, most);
    }

    private static int count(String name, String otherwise, String text, int most) {
        String digits = text;
        long unit = 1;
        if (text.endsWith("M")) {
            unit = 1_000_000;
        } else if (text.endsWith("k")) {
            unit = 1_000;
        }
        if (unit > 1) {
            digits = text.substring(0, text.length() - 1);
        }
        try {
            long value = Math.multiplyExact(Long.parseLong(digits), unit);
            if (value > 0 && value <= most) {
                return (int) value;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // falls through to the one message
        }
        throw new UsageException("option '--" + name + "' needs " + otherwise + "a number from 1 to " + most
                + ", where k and M are thousands and millions, not '" + text + "'");
    }

    private static String names(Map<String, String> defaults) {
        return "--" + String.join(", --", defaults.keySet());
    }
}
