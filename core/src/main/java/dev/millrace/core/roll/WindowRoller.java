package dev.millrace.core.roll;

import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.layout.time.DateText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.function.BiConsumer;

/**
 * A fixed number of files, which move up by one with each roll. A mark's index is that of the step: the index of the
 * file that moves, from the highest on; one less than the lowest when the active file moves.
 */
final class WindowRoller implements Roller {
    private static final DateTimeFormatter ENTRY_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd_HHmm");

    private final RollPlan.Window plan;
    private final Path file;
    private final ArchiveNames names;
    private final ArchiveNames finalNames;

    WindowRoller(RollPlan.Window plan) {
        this.plan = plan;
        this.file = plan.file().toAbsolutePath();
        this.names = new ArchiveNames(plan.names(), "");
        this.finalNames = new ArchiveNames(plan.names(), plan.format().ending());
    }

    @Override
    public void start(long nowMillis) {
        // It stands nowhere: only sizes and names count.
    }

    @Override
    public void restore(RollMark mark) {
        // See start.
    }

    @Override
    public RollMark mark() {
        return at(plan.minIndex() - 1);
    }

    private static RollMark at(int index) {
        return new RollMark(0, index);
    }

    @Override
    public Path activeFile() {
        return file;
    }

    @Override
    public boolean isDue(long eventMicros, long fileBytes) {
        return fileBytes >= plan.maxFileSizeBytes();
    }

    @Override
    public boolean isOver(long clockMicros) {
        return false;
    }

    @Override
    public RollTurn roll(long eventMicros) {
        return new RollTurn(file, mark(), 0, from(plan.maxIndex(), eventMicros));
    }

    @Override
    public void goOn(RollTurn turn) {
        // See start.
    }

    @Override
    public List<RollStep> resume(RollMark mark) {
        // The step itself is done; doing it again finds nothing to do.
        return mark.index() < plan.minIndex() || mark.index() > plan.maxIndex()
                ? List.of()
                : from(mark.index(), System.currentTimeMillis() * 1000);
    }

    private List<RollStep> from(int first, long eventMicros) {
        List<RollStep> steps = new ArrayList<>();
        for (int i = first; i >= plan.minIndex(); i--) {
            if (plan.format() != ArchiveFormat.PLAIN) {
                // First: once the file is withdrawn, no archive of it appears behind the step below.
                addUncompressed(i, steps);
            }
            Path next = i == plan.maxIndex() ? null : finalNames.path(0, i + 1);
            steps.add(new RollStep(finalNames.path(0, i), next, at(i), null));
        }
        Path newest = names.path(0, plan.minIndex());
        steps.add(new RollStep(file, newest, mark(), job(newest, entry(eventMicros))));
        return steps;
    }

    /** A file that still waits to be compressed moves up as it is. */
    private void addUncompressed(int i, List<RollStep> steps) {
        ArchiveJob job = job(names.path(0, i), "");
        if (!isMarked(job)) {
            return;
        }
        if (i == plan.maxIndex()) {
            steps.add(new RollStep(job.original(), null, at(i), null));
        } else {
            Path next = names.path(0, i + 1);
            steps.add(new RollStep(job.original(), next, at(i), job(next, ArchiveJob.markedEntry(job))));
        }
        steps.add(new RollStep(job.mark(), null, at(i), null));
    }

    private static boolean isMarked(ArchiveJob job) {
        return Files.exists(job.mark()) || Files.exists(job.markOfMove());
    }

    private ArchiveJob job(Path original, String entry) {
        return plan.format() == ArchiveFormat.PLAIN ? null : new ArchiveJob(original, plan.format(), entry);
    }

    private String entry(long eventMicros) {
        // The time of the roll in place of the index, which changes.
        String time = ENTRY_TIME.format(
                Instant.ofEpochMilli(eventMicros / 1000).atZone(DateText.zoneOf(TimeZone.getDefault())));
        return names.lastNameWith(time);
    }

    @Override
    public void clean(long nowMillis, BiConsumer<Path, Exception> notRemoved) {
        // The window itself is the limit.
    }

    @Override
    public boolean cleans() {
        return false;
    }

    @Override
    public boolean cleansAtStart() {
        return false;
    }

    @Override
    public Path base() {
        return names.base();
    }

    @Override
    public List<ArchiveJob> unfinished() {
        for (int i = plan.maxIndex(); i >= plan.minIndex(); i--) {
            ArchiveJob job = job(names.path(0, i), "");
            if (job != null && !isMarked(job)) {
                // A file moved up while it was compressed, and a kill came before that had noticed.
                Compression.remove(job.part());
            }
        }
        return ArchiveJob.below(names.base(), names.depth(), plan.format());
    }
}
