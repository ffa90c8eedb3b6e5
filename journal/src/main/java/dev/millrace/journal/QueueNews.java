package dev.millrace.journal;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a queue's journal tells, passed on to the queue's listener. */
final class QueueNews implements JournalListener {
    private final QueueListener listener;
    private final Path directory;
    private final AtomicBoolean vanished = new AtomicBoolean();

    QueueNews(QueueListener listener, Path directory) {
        this.listener = listener;
        this.directory = directory;
    }

    /** Whether somebody has removed the queue's files: what is appended from then on would not outlive the process. */
    boolean filesVanished() {
        return vanished.get();
    }

    @Override
    public void notice(JournalNotice notice, String message, Throwable cause) {
        if (notice == JournalNotice.IN_MEMORY) {
            vanish(cause);
        } else {
            listener.notice(notice, message, cause);
        }
    }

    /** Tells it once, whoever notices it first. */
    void vanish(Throwable cause) {
        if (vanished.compareAndSet(false, true)) {
            listener.notice(JournalNotice.DIRECTORY_REFUSED, vanishedMessage(), cause);
        }
    }

    String vanishedMessage() {
        return "somebody has removed the queue's files, and nothing is appended any more: directory=" + directory
                + " (close it, put the files back from a copy if there is one, and open it again)";
    }

    /** Never called: a queue's journal has no cursors but its own. */
    @Override
    public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {}
}
