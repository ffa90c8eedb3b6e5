package dev.millrace.core.lane;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A block that the lane offers and wants back, and another thread that renders it if it is faster. */
@JCStressTest
@Description("A block is rendered by one of both, who sees all that was read, and comes back with its whole text")
@Outcome(id = "mine, not offered", expect = Expect.ACCEPTABLE, desc = "The lane was faster")
@Outcome(id = "being rendered, whole", expect = Expect.ACCEPTABLE, desc = "The other is at work")
@Outcome(id = "whole, whole", expect = Expect.ACCEPTABLE, desc = "The other is done")
@Outcome(expect = Expect.FORBIDDEN, desc = "Rendered twice or by nobody, or a part of the records or the text is seen")
@State
public class AheadBlockStress {
    private static final int BYTES = 64;
    private static final long RECORDS = 0x0102_0304_0506_0708L;

    private final AheadBlock block = new AheadBlock(BYTES);

    private void counts(long word) {
        block.count().clear();
        block.count().at(word);
        block.count().reaches(word);
    }

    @Actor
    public void lane(LL_Result result) {
        // Stands for the records: plain writes before the offer.
        counts(RECORDS);
        block.state(AheadBlock.FILLED);
        if (block.claim(AheadBlock.CLAIMED_HERE)) {
            result.r1 = "mine";
        } else if (block.state() != AheadBlock.RENDERED) {
            result.r1 = "being rendered";
        } else {
            result.r1 = isWhole() ? "whole" : "torn";
        }
    }

    @Actor
    public void other(LL_Result result) {
        if (!block.claim(AheadBlock.CLAIMED)) {
            result.r2 = "not offered";
            return;
        }
        long records = block.count().lastPosition();
        result.r2 = records == RECORDS && block.count().firstMicros() == RECORDS ? "whole" : "torn";
        for (int i = 0; i < BYTES; i++) {
            block.out().put((int) records);
        }
        counts(~records);
        block.state(AheadBlock.RENDERED);
    }

    private boolean isWhole() {
        boolean whole = block.count().lastPosition() == ~RECORDS && block.out().length() == BYTES;
        for (int i = 0; i < block.out().length(); i++) {
            whole &= block.out().bytes()[i] == (byte) RECORDS;
        }
        return whole;
    }
}
