package dev.millrace.core;

import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.StandardStream;
import java.nio.file.Path;

/** Whether two sinks write to the same place, however they render. */
final class Destination {
    private Destination() {}

    /** Whether a sink can go on as another one without being opened again. */
    static boolean isSame(SinkPlan one, SinkPlan other) {
        if (!one.layout().frame().equals(other.layout().frame())) {
            // A footer ends what the one has written, and a header begins what the other writes.
            return false;
        }
        if (one instanceof SinkPlan.FileSink file && other instanceof SinkPlan.FileSink otherFile) {
            // Emptying a file is for starts: what stands in it by now is of this process.
            return path(file.file()).equals(path(otherFile.file())) && file.prudent() == otherFile.prudent();
        }
        if (one instanceof SinkPlan.RollingFileSink rolling && other instanceof SinkPlan.RollingFileSink otherRolling) {
            return rolling.roll().equals(otherRolling.roll()) && rolling.prudent() == otherRolling.prudent();
        }
        // Sifting into files renders and writes in one: it never goes on as another.
        StandardStream stream = ManagedLane.streamOf(one);
        return stream != null && stream == ManagedLane.streamOf(other) && goesOnWriting(one) && goesOnWriting(other);
    }

    /** Whether a console leaves nothing to write at its end that only its own layout knows. */
    private static boolean goesOnWriting(SinkPlan console) {
        if (console instanceof SinkPlan.ConsoleSink) {
            return true;
        }
        if (console instanceof SinkPlan.ConsoleGroup group) {
            for (SinkPlan member : group.members()) {
                if (hasFrame(member)) {
                    return false;
                }
            }
            return true;
        }
        return !hasFrame(console);
    }

    private static boolean hasFrame(SinkPlan console) {
        return !console.layout().frame().equals(FramePlan.NONE);
    }

    /**
     * Whether both write to the same stream or file, or may do so: nobody knows all files of a sink that sifts.
     *
     * @param surely whether that is not enough
     */
    static boolean isSamePlace(SinkPlan one, SinkPlan other, boolean surely) {
        StandardStream stream = ManagedLane.streamOf(one);
        if (stream != null || ManagedLane.streamOf(other) != null) {
            return stream == ManagedLane.streamOf(other);
        }
        if (one instanceof SinkPlan.SiftingSink || other instanceof SinkPlan.SiftingSink) {
            return !surely;
        }
        Path place = place(one);
        return place != null && place.equals(place(other));
    }

    private static Path place(SinkPlan sink) {
        if (sink instanceof SinkPlan.FileSink file) {
            return path(file.file());
        }
        return sink instanceof SinkPlan.RollingFileSink rolling
                ? path(rolling.roll().place())
                : null;
    }

    private static Path path(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
