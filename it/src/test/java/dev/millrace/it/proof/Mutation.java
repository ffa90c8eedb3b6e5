package dev.millrace.it.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of a source, changed so that one row of what is covered is switched off; and the tests that must notice.
 *
 * @param number its place in the list, from 1
 * @param title the row
 * @param testModule whose tests
 * @param tests classes, or methods as {@code class#method}
 * @param module whose source
 * @param source path of the source below the module's sources
 * @param before text that is there once
 * @param after what stands there instead
 */
record Mutation(
        int number,
        String title,
        String testModule,
        List<String> tests,
        String module,
        String source,
        String before,
        String after) {
    /**
     * Reads the list. {@code test}, {@code file} and {@code row} are headings that hold until the next of their kind;
     * a line that begins with {@code -} is the text before, the {@code +} under it the text after.
     */
    static List<Mutation> all() {
        List<Mutation> all = new ArrayList<>();
        String[] test = {};
        String[] file = {};
        String row = null;
        String before = null;
        for (String line : lines()) {
            if (line.startsWith("test ")) {
                test = line.substring("test ".length()).trim().split(" +");
            } else if (line.startsWith("file ")) {
                file = line.substring("file ".length()).trim().split(" +");
            } else if (line.startsWith("row ")) {
                row = line.substring("row ".length()).trim();
            } else if (line.startsWith("-")) {
                before = line.substring(1).trim();
            } else if (line.startsWith("+")) {
                List<String> tests = List.of(test).subList(1, test.length);
                all.add(new Mutation(
                        all.size() + 1,
                        row,
                        test[0],
                        tests,
                        file[0],
                        file[1],
                        before,
                        line.substring(1).trim()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalStateException("not understood: " + line);
            }
        }
        return all;
    }

    private static List<String> lines() {
        try (InputStream list = Mutation.class.getResourceAsStream("mutations.list")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The source with the change; null when the text is not there, or more than once. */
    String apply(String text) {
        int at = text.indexOf(before);
        if (at < 0 || text.indexOf(before, at + 1) >= 0) {
            return null;
        }
        return text.substring(0, at) + after + text.substring(at + before.length());
    }

    /** Its number and title. */
    @Override
    public String toString() {
        return number + " " + title;
    }
}
