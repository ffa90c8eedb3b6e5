package dev.millrace.journal;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Large records against their reader: segments are recycled under both all the time. */
@JCStressTest
@Description("A reader never sees what a recycled segment held before, and loses nothing by it")
@Outcome(id = "accepted, the next", expect = Expect.ACCEPTABLE, desc = "Appended, and read whole and in order")
@Outcome(id = "accepted, nothing", expect = Expect.ACCEPTABLE, desc = "Appended, and not yet read")
@Outcome(id = "accepted, padding", expect = Expect.ACCEPTABLE, desc = "Appended, and the end of a segment read")
@Outcome(id = "refused, .*", expect = Expect.ACCEPTABLE, desc = "The budget was spent until the reader released")
@Outcome(id = ".*, (torn|not the next)", expect = Expect.FORBIDDEN, desc = "Read a record that nobody wrote there")
@Outcome(expect = Expect.FORBIDDEN, desc = "Anything else")
@State
public class RecyclingStress {
    private static final ReadStream STREAM = new ReadStream(20_000, 60_000);

    @Actor
    public void append(LL_Result result) {
        result.r1 = STREAM.append();
    }

    @Actor
    public void read(LL_Result result) {
        result.r2 = STREAM.read();
    }
}
