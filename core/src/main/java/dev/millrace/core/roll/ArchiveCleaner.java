package dev.millrace.core.roll;

import dev.millrace.core.plan.RollPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes files of periods that are over for longer than the history, then the oldest ones beyond the size that all
 * together may have. Used by one thread at a time.
 */
final class ArchiveCleaner {
    private static final long FIRST_LOOK_BACK_MILLIS = TimeUnit.DAYS.toMillis(32);
    private static final int MAX_FIRST_PERIODS = 14 * 24;
    // A clock that was never set before has millions behind it.
    private static final int MAX_PERIODS = 10_000;
    private static final long NEVER = -1;

    private final RollPlan.Periodic plan;
    private final ArchiveNames names;
    private final ArchiveNames finalNames;
    private final RollCalendar calendar;
    private final boolean removesFolders;
    private long cleanedMillis = NEVER;

    ArchiveCleaner(RollPlan.Periodic plan, ArchiveNames names, ArchiveNames finalNames) {
        this.plan = plan;
        this.names = names;
        this.finalNames = finalNames;
        this.calendar =
                new RollCalendar(plan.period(), plan.names().primaryDate().zone());
        this.removesFolders = names.spreadOverFolders();
    }

    /** Removes what is to be removed at that time, but never the file that the roller writes to. */
    void clean(long nowMillis, Roller roller, BiConsumer<Path, Exception> notRemoved) {
        long before = cleanedMillis;
        long elapsed = before == NEVER
                ? Math.min(calendar.between(nowMillis, nowMillis + FIRST_LOOK_BACK_MILLIS), MAX_FIRST_PERIODS)
                : calendar.between(before, nowMillis);
        cleanedMillis = nowMillis;
        long most = Math.max(MAX_PERIODS, plan.maxHistory() + 1L);
        for (int i = 0; i < Math.min(elapsed, most); i++) {
            cleanPeriod(calendar.end(nowMillis, -plan.maxHistory() - 1 - i), roller, notRemoved);
        }
        if (elapsed > most) {
            // The clock was set, or nothing came for long: nothing rolled in between, so what is left is from before.
            for (int i = 0; i <= plan.maxHistory(); i++) {
                cleanPeriod(calendar.end(before, -i), roller, notRemoved);
            }
        }
        if (plan.totalSizeCapBytes() > 0) {
            cap(nowMillis, roller, notRemoved);
        }
    }

    private void cleanPeriod(long millis, Roller roller, BiConsumer<Path, Exception> notRemoved) {
        List<Path> files = files(finalNames, millis);
        if (names != finalNames) {
            files.addAll(files(names, millis));
        }
        for (Path file : files) {
            remove(file, roller, notRemoved);
        }
        if (removesFolders && !files.isEmpty()) {
            Folders.removeEmpty(files.get(0).getParent());
        }
    }

    private void cap(long nowMillis, Roller roller, BiConsumer<Path, Exception> notRemoved) {
        long total = 0;
        for (int i = 0; i < plan.maxHistory(); i++) {
            for (Path file : files(finalNames, calendar.end(nowMillis, -i))) {
                total += file.toFile().length();
                if (total > plan.totalSizeCapBytes()) {
                    remove(file, roller, notRemoved);
                }
            }
        }
    }

    private static void remove(Path file, Roller roller, BiConsumer<Path, Exception> notRemoved) {
        // Asked each time: it may have rolled meanwhile.
        if (RollFiles.REAL.isSame(file, roller.activeFile())) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException | RuntimeException e) {
            notRemoved.accept(file, e);
        }
    }

    /** The files of a period, newest first. */
    private List<Path> files(ArchiveNames of, long millis) {
        List<Path> files = new ArrayList<>();
        Path first = of.path(millis, 0);
        if (plan.maxFileSizeBytes() == 0) {
            if (Files.isRegularFile(first)) {
                files.add(first);
            }
            return files;
        }
        Pattern pattern = of.lastNames(millis);
        for (String name : Folders.names(first.getParent())) {
            if (pattern.matcher(name).matches()) {
                files.add(first.resolveSibling(name));
            }
        }
        files.sort((one, other) -> Integer.compare(index(pattern, other), index(pattern, one)));
        return files;
    }

    private static int index(Pattern pattern, Path file) {
        Matcher matcher = pattern.matcher(file.getFileName().toString());
        return matcher.matches() ? Folders.index(matcher) : -1;
    }
}
