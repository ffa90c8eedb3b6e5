package dev.millrace.event;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** An id handed out while its entry is being made. */
@JCStressTest
@Description("An id is handed out only after its entry is committed")
@Outcome(id = "not yet", expect = Expect.ACCEPTABLE, desc = "Not found: the text goes inline")
@Outcome(id = "committed", expect = Expect.ACCEPTABLE, desc = "Found, and it resolves to the text")
@Outcome(expect = Expect.FORBIDDEN, desc = "An id that resolves to something else")
@State
public class DictionaryPublicationStress {
    private final StressDictionary dictionary = StressDictionary.fresh();
    private final String copy = dictionary.copy();

    @Actor
    public void enter() {
        dictionary.entries.idOfRepeating(dictionary.text);
    }

    @Actor
    public void use(L_Result result) {
        int id = dictionary.entries.idOf(copy);
        if (id == 0) {
            result.r1 = "not yet";
        } else {
            result.r1 = dictionary.resolves(id) ? "committed" : "wrong text";
        }
    }
}
