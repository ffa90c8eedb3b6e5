package dev.millrace.core.roll;

import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.RollPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file for each period, or several where their size is limited. */
final class PeriodicRoller implements Roller {
    private static final long MAX_AHEAD_MILLIS = TimeUnit.DAYS.toMillis(1);

    private final RollPlan.Periodic plan;
    private final Path file;
    private final ArchiveNames names;
    private final ArchiveNames finalNames;
    private final RollCalendar calendar;
    private final ArchiveCleaner cleaner;
    // What others that start at the same time have found; null: there are none.
    private final Folders folders;
    private long startMillis;
    private long millis;
    private int index;
    private long endMicros;
    private volatile Path active;

    PeriodicRoller(RollPlan.Periodic plan, Folders folders) {
        this.plan = plan;
        this.folders = folders;
        this.file = plan.file() == null ? null : plan.file().toAbsolutePath();
        this.names = new ArchiveNames(plan.names(), "");
        this.finalNames = new ArchiveNames(plan.names(), plan.format().ending());
        this.calendar =
                new RollCalendar(plan.period(), plan.names().primaryDate().zone());
        this.cleaner = plan.maxHistory() == 0 ? null : new ArchiveCleaner(plan, names, finalNames);
    }

    @Override
    public void start(long nowMillis) {
        startMillis = nowMillis;
        long start = nowMillis;
        if (file != null && Files.isReadable(file)) {
            start = Math.min(start, lastModified(file, start));
        }
        begin(start);
    }

    /** Begins a period that may have files already. */
    private void begin(long newMillis) {
        goOn(turn(newMillis, firstIndex(newMillis, folders)));
    }

    private static long lastModified(Path file, long otherwise) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return otherwise;
        }
    }

    /** Behind the highest index of the period, or that one where the file of that index is still written to. */
    private int firstIndex(long newMillis, Folders found) {
        if (plan.maxFileSizeBytes() == 0) {
            return 0;
        }
        Path folder = names.path(newMillis, 0).getParent();
        Pattern finished = finalNames.lastNames(newMillis);
        int highest = -1;
        for (String name : found == null ? Folders.names(folder) : found.namesOnce(folder)) {
            Matcher matcher = finished.matcher(archiveOf(folder, name));
            if (matcher.matches()) {
                highest = Math.max(highest, Folders.index(matcher));
            }
        }
        if (highest < 0) {
            return 0;
        }
        return file != null || plan.format() != ArchiveFormat.PLAIN ? highest + 1 : highest;
    }

    /** A file that waits to be compressed takes its index, too; the mark of one that never was rolled does not. */
    String archiveOf(Path folder, String name) {
        String ending = plan.format().ending();
        if (!name.endsWith(ending + ArchiveJob.MARK) && !name.endsWith(ending + ArchiveJob.MOVED)) {
            return name;
        }
        String archive = name.substring(0, name.lastIndexOf('.'));
        String original = archive.substring(0, archive.length() - ending.length());
        // The archive last: it may be finished, and its file go, at any moment.
        return Files.exists(folder.resolve(original)) || Files.exists(folder.resolve(archive)) ? archive : name;
    }

    @Override
    public void restore(RollMark mark) {
        // A clock that was far ahead would keep this file for as long.
        if (mark.millis() > 0 && mark.index() >= 0 && mark.millis() - startMillis < MAX_AHEAD_MILLIS) {
            goOn(turn(mark.millis(), plan.maxFileSizeBytes() > 0 ? mark.index() : 0));
        }
    }

    private RollTurn turn(long newMillis, int newIndex) {
        return new RollTurn(
                file == null ? names.path(newMillis, newIndex) : file,
                new RollMark(newMillis, newIndex),
                TimeUnit.MILLISECONDS.toMicros(calendar.end(newMillis, 1)),
                List.of());
    }

    @Override
    public void goOn(RollTurn turn) {
        millis = turn.mark().millis();
        index = turn.mark().index();
        endMicros = turn.endMicros();
        active = turn.active();
    }

    @Override
    public RollMark mark() {
        return new RollMark(millis, index);
    }

    @Override
    public Path activeFile() {
        return active;
    }

    @Override
    public boolean isDue(long eventMicros, long fileBytes) {
        return eventMicros >= endMicros || (plan.maxFileSizeBytes() > 0 && fileBytes >= plan.maxFileSizeBytes());
    }

    @Override
    public boolean isOver(long clockMicros) {
        if (TimeUnit.MICROSECONDS.toMillis(clockMicros) < millis - MAX_AHEAD_MILLIS) {
            // By the clock only: events that come days late would have it go back and forth.
            endMicros = clockMicros;
        }
        return clockMicros >= endMicros;
    }

    @Override
    public RollTurn roll(long eventMicros) {
        Path elapsed = names.path(millis, index);
        RollTurn next = next(eventMicros);
        if (active.equals(next.active()) && file == null) {
            // When clocks go back an hour, the same name comes twice.
            return next;
        }
        ArchiveJob archive = plan.format() == ArchiveFormat.PLAIN
                ? null
                : new ArchiveJob(elapsed, plan.format(), elapsed.getFileName().toString());
        RollStep step = new RollStep(active, elapsed, next.mark(), archive);
        return new RollTurn(next.active(), next.mark(), next.endMicros(), List.of(step));
    }

    private RollTurn next(long eventMicros) {
        long next = TimeUnit.MICROSECONDS.toMillis(eventMicros);
        if (eventMicros < endMicros) {
            return turn(millis, index + 1);
        }
        return turn(next, next < millis ? firstIndex(next, null) : 0);
    }

    @Override
    public List<RollStep> resume(RollMark mark) {
        return List.of();
    }

    @Override
    public void clean(long nowMillis, BiConsumer<Path, Exception> notRemoved) {
        if (cleaner != null) {
            cleaner.clean(nowMillis, this, notRemoved);
        }
    }

    @Override
    public boolean cleans() {
        return cleaner != null;
    }

    @Override
    public boolean cleansAtStart() {
        return cleaner != null && plan.cleanOnStart();
    }

    @Override
    public Path base() {
        return names.base();
    }

    @Override
    public List<ArchiveJob> unfinished() {
        return ArchiveJob.below(names.base(), names.depth(), plan.format());
    }
}
