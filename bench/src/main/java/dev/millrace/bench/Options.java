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

    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
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
        return new Options(values);
    }

    boolean isOn(String name) {
        return text(name).equals(ON);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the scenario declares no option " + name);
        }
        return value;
    }

    /** The comma-separated words of an option; none for an empty one. */
    List<String> words(String name) {
        List<String> words = new ArrayList<>();
        for (String word : text(name).split(",")) {
            if (!word.isBlank()) {
                words.add(word.trim());
            }
        }
        return words;
    }

    /** The option, if it is one of these words. */
    String oneOf(String name, String... words) {
        return oneOfWords(name, text(name), words);
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
        if (backends.isEmpty()) {
            throw new UsageException("option '--" + name + "' names no backend");
        }
        return backends;
    }

    int count(String name) {
        long value = longCount(name);
        if (value > Integer.MAX_VALUE) {
            throw new UsageException("option '--" + name + "' is too large: " + text(name));
        }
        return (int) value;
    }

    /** A positive number, with {@code k} and {@code M} for thousands and millions. */
    long longCount(String name) {
        return count(name, text(name));
    }

    /** The positive numbers of an option's words. */
    List<Integer> counts(String name) {
        List<Integer> counts = new ArrayList<>();
        for (String word : words(name)) {
            counts.add((int) count(name, word));
        }
        return counts;
    }

    /** The same without the limit of an int. */
    List<Long> longCounts(String name) {
        List<Long> counts = new ArrayList<>();
        for (String word : words(name)) {
            counts.add(count(name, word));
        }
        return counts;
    }

    /** Message lengths in bytes; the word {@code standard} stands for the standard message. */
    List<Integer> messageLengths(String name) {
        List<Integer> lengths = new ArrayList<>();
        for (String word : words(name)) {
            lengths.add(word.equals("standard") ? LineFormat.STANDARD_MESSAGE : (int) count(name, word));
        }
        return lengths;
    }

    private static long count(String name, String text) {
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
            if (value > 0) {
                return value;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // falls through to the one message
        }
        throw new UsageException(
                "option '--" + name + "' needs a positive number such as 5, 200k or 10M, not '" + text + "'");
    }

    private static String names(Map<String, String> defaults) {
        return "--" + String.join(", --", defaults.keySet());
    }
}
