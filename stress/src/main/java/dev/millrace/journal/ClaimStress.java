package dev.millrace.journal;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Claim and commit of two small records at once. */
@JCStressTest
@Description("Two appends at once claim ranges that do not overlap, and commit them whole")
@Outcome(id = "disjoint", expect = Expect.ACCEPTABLE, desc = "Both accepted, each in a range of its own")
@Outcome(id = "refused", expect = Expect.ACCEPTABLE, desc = "The budget was spent until somebody read")
@Outcome(expect = Expect.FORBIDDEN, desc = "Ranges overlap or cross a segment's end, or a byte is wrong")
@State
public class ClaimStress {
    private static final int FIRST_BYTES = 40;
    private static final int SECOND_BYTES = 104;
    private static final byte[] FIRST = payload(FIRST_BYTES, 1);
    private static final byte[] SECOND = payload(SECOND_BYTES, 2);

    private long first;
    private long second;

    @Actor
    public void appendOne() {
        first = StressJournal.append(FIRST, FIRST_BYTES);
    }

    @Actor
    public void appendAnother() {
        second = StressJournal.append(SECOND, SECOND_BYTES);
    }

    @Arbiter
    public void judge(L_Result result) {
        StressJournal.drain();
        result.r1 = StressJournal.judge(first, FIRST_BYTES, second, SECOND_BYTES);
    }

    private static byte[] payload(int length, long value) {
        byte[] payload = new byte[length];
        Pattern.write(payload, length, value);
        return payload;
    }
}
