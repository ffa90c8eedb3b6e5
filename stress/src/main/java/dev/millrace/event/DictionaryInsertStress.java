package dev.millrace.event;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The same text entered twice at once. */
@JCStressTest
@Description("Two threads that enter one text get ids that both resolve to it")
@Outcome(id = "one entry", expect = Expect.ACCEPTABLE, desc = "Both found the same entry")
@Outcome(id = "two entries", expect = Expect.ACCEPTABLE, desc = "Entered twice, which costs space only")
@Outcome(id = "inline", expect = Expect.ACCEPTABLE, desc = "No place for its hash: the text goes inline")
@Outcome(expect = Expect.FORBIDDEN, desc = "An id that resolves to something else")
@State
public class DictionaryInsertStress {
    private final StressDictionary dictionary = StressDictionary.fresh();
    private final String copy = dictionary.copy();
    private int first;
    private int second;

    @Actor
    public void enter() {
        first = dictionary.entries.idOfRepeating(dictionary.text);
    }

    @Actor
    public void enterAgain() {
        second = dictionary.entries.idOfRepeating(copy);
    }

    @Arbiter
    public void resolve(L_Result result) {
        if (first == 0 || second == 0) {
            result.r1 = "inline";
        } else if (!dictionary.resolves(first) || !dictionary.resolves(second)) {
            result.r1 = "wrong text";
        } else {
            result.r1 = first == second ? "one entry" : "two entries";
        }
    }
}
