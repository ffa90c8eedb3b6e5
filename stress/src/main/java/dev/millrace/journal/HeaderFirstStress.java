package dev.millrace.journal;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** What recovery relies on: memory that holds a byte of a payload holds the header before it. */
@JCStressTest
@Description("Whoever finds a byte of a payload finds its header, committed or not")
@Outcome(id = "nothing", expect = Expect.ACCEPTABLE, desc = "Neither header nor payload yet")
@Outcome(id = "header", expect = Expect.ACCEPTABLE, desc = "Claimed: the header, and no payload yet")
@Outcome(id = "header and payload", expect = Expect.ACCEPTABLE, desc = "Claimed or committed: both")
@Outcome(id = "not prepared", expect = Expect.ACCEPTABLE, desc = "The tail stands at the end of what is prepared")
@Outcome(id = "payload without header", expect = Expect.FORBIDDEN, desc = "Recovery would take it for a gap")
@Outcome(expect = Expect.FORBIDDEN, desc = "Anything else")
@State
public class HeaderFirstStress {
    private static final int BYTES = 24;
    private static final byte[] PAYLOAD = new byte[BYTES];

    static {
        Pattern.write(PAYLOAD, BYTES, -1);
    }

    private String seen;

    @Actor
    public void append() {
        StressJournal.append(PAYLOAD, BYTES);
    }

    @Actor
    public void look() {
        Journal journal = StressJournal.JOURNAL;
        long tail = journal.tailPosition();
        Segment segment = journal.table.find(tail);
        int at = (int) (tail & journal.segmentMask);
        if (segment == null || at + RecordFormat.recordBytes(BYTES) > segment.preparedBytes()) {
            seen = "not prepared";
            return;
        }
        // Backwards, as nobody else reads: the payload first, then the header that must have been there before.
        long payload = RecordFormat.headerAcquire(segment.data, at + RecordFormat.HEADER_BYTES);
        VarHandle.loadLoadFence();
        long header = RecordFormat.headerAcquire(segment.data, at);
        if (payload == 0) {
            seen = header == 0 ? "nothing" : "header";
        } else {
            seen = header == 0 ? "payload without header" : "header and payload";
        }
    }

    @Arbiter
    public void tell(L_Result result) {
        StressJournal.drain();
        result.r1 = seen;
    }
}
