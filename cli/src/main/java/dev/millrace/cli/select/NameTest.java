package dev.millrace.cli.select;

import dev.millrace.event.Dictionary;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** Whether a name of the journal is one of those wanted; each name is looked at once. Not thread-safe. */
final class NameTest {
    private final Dictionary dictionary;
    private final List<Predicate<String>> wanted;
    private final IdVerdicts verdicts = new IdVerdicts();

    NameTest(Dictionary dictionary, List<Predicate<String>> wanted) {
        this.dictionary = dictionary;
        this.wanted = wanted;
    }

    boolean acceptsId(int id) {
        int verdict = verdicts.get(id);
        if (verdict == IdVerdicts.UNKNOWN) {
            verdict = accepts(new String(dictionary.text(id), StandardCharsets.UTF_8)) ? IdVerdicts.YES : IdVerdicts.NO;
            verdicts.put(id, verdict);
        }
        return verdict == IdVerdicts.YES;
    }

    boolean accepts(String name) {
        for (Predicate<String> one : wanted) {
            if (one.test(name)) {
                return true;
            }
        }
        return false;
    }
}
