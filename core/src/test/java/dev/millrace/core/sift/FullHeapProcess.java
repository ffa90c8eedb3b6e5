package dev.millrace.core.sift;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.Frame;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Fills batches with a byte for each target until the heap is full, and again from that target on when it is not. */
final class FullHeapProcess {
    private static final int TARGETS = 40_000;
    private static final int CHUNK_BYTES = 32 << 10;
    private static final byte[][] HOG = new byte[4096][];
    private static final SiftTarget[] ALL = new SiftTarget[TARGETS];
    private static final byte[] BYTES = new byte[TARGETS];

    private FullHeapProcess() {}

    public static void main(String[] args) {
        SinkPlan plan = new SinkPlan.FileSink(
                "S",
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                Path.of("/logs/app.log"),
                true);
        for (int i = 0; i < TARGETS; i++) {
            ALL[i] = new SiftTarget(i, "v", plan, null, Frame.NONE, false, AppendFile.REAL);
            BYTES[i] = (byte) i;
        }
        ByteBuffer out = ByteBuffer.allocate(TARGETS);
        int starved = 0;
        for (int spare = 1; spare <= 40; spare++) {
            SiftBatch batch = new SiftBatch();
            hog(spare);
            int reached = fill(batch, 0);
            for (int i = 0; i < HOG.length; i++) {
                HOG[i] = null;
            }
            starved += reached < TARGETS ? 1 : 0;
            check(batch, 0, reached, out);
            batch.clear();
            check(batch, reached, fill(batch, reached), out);
            batch.clear();
            check(batch, 0, fill(batch, 0), out);
            batch.clear();
        }
        System.out.println(starved > 0 ? "done" : "the heap was never full");
    }

    private static void hog(int spare) {
        int taken = 0;
        try {
            while (taken < HOG.length) {
                HOG[taken] = new byte[CHUNK_BYTES];
                taken++;
            }
        } catch (OutOfMemoryError e) {
            for (int i = 0; i < spare; i++) {
                HOG[--taken] = null;
            }
        }
    }

    /** How many targets have their byte then. */
    private static int fill(SiftBatch batch, int from) {
        int target = from;
        try {
            for (; target < TARGETS; target++) {
                batch.add(ALL[target], target, target + 1);
            }
        } catch (OutOfMemoryError e) {
            // The batch ends before this one.
        }
        return target;
    }

    private static void check(SiftBatch batch, int from, int to, ByteBuffer out) {
        out.clear();
        for (SiftTarget target : batch.targets()) {
            batch.gather(target, BYTES, out);
        }
        for (int i = from; i < to; i++) {
            if (out.get(i - from) != BYTES[i]) {
                throw new AssertionError("target " + i + " of " + from + " to " + to + " has another's bytes");
            }
        }
        if (out.position() != to - from) {
            throw new AssertionError((to - from) + " bytes were added, and " + out.position() + " are there");
        }
    }
}
