package dev.millrace.core.sift;

import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FileTrouble;
import dev.millrace.core.sink.LogFile;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps a bounded number of targets open; the one that was used longest ago makes room. Where even that is more than
 * the process may have, the bound falls. Guarded by the lane's lock.
 */
final class OpenTargets {
    private final Map<SiftTarget, Boolean> open = new LinkedHashMap<>(64, 0.75f, true);
    private final AppendFile.Opener opener;
    private int max;

    OpenTargets(int max, AppendFile.Opener opener) {
        this.max = max;
        this.opener = opener;
    }

    void open(SiftTarget target) throws IOException {
        if (target.file().isOpen() && open.get(target) != null) {
            return;
        }
        shrinkTo(max - 1);
        while (true) {
            try {
                target.file().open();
                open.put(target, true);
                return;
            } catch (IOException e) {
                if (!FileTrouble.isTooManyOpen(e, opener) || open.isEmpty()) {
                    throw e;
                }
                max = Math.max(1, open.size() / 2);
                shrinkTo(max - 1);
            }
        }
    }

    /** The target's file, for whoever opens it himself; others make room for it. */
    LogFile fileOf(SiftTarget target) {
        boolean counted = open.get(target) != null;
        if (!target.file().isOpen()) {
            // One that is counted and not open could not be opened, perhaps for want of room.
            shrinkTo(counted ? 0 : max - 1);
        }
        open.put(target, true);
        return target.file();
    }

    void close(SiftTarget target) {
        open.remove(target);
        target.file().close();
    }

    void shrinkTo(int size) {
        Iterator<SiftTarget> oldest = open.keySet().iterator();
        while (open.size() > size && oldest.hasNext()) {
            oldest.next().file().close();
            oldest.remove();
        }
    }
}
