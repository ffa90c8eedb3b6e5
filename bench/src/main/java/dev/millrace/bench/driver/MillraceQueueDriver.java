package dev.millrace.bench.driver;

import dev.millrace.journal.Codec;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueAppender;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.RecordInput;
import dev.millrace.journal.RecordOutput;
import dev.millrace.journal.Tailer;
import dev.millrace.journal.Text;
import java.io.IOException;
import java.nio.file.Path;

/** The journal as a queue, with its seals. */
final class MillraceQueueDriver extends QueueDriver {
    private static final class Visit {
        CharSequence url;
        CharSequence host;
        long time;
    }

    /** What is read into: texts that are filled again. */
    private static Visit reused() {
        Visit visit = new Visit();
        visit.url = new Text();
        visit.host = new Text();
        return visit;
    }

    private static final Codec<Visit> CODEC = new Codec<>() {
        @Override
        public void encode(Visit value, RecordOutput out) {
            out.putText(value.url);
            out.putText(value.host);
            out.putLong(value.time);
        }

        @Override
        public Visit decode(RecordInput in, Visit reuse) {
            boolean both = in.getText((Text) reuse.url) && in.getText((Text) reuse.host);
            reuse.time = both ? in.getLong() : -1;
            return reuse;
        }
    };

    @Override
    Queue open(Path directory) throws IOException {
        JournalQueue queue = JournalQueue.open(directory, QueueOptions.defaults());
        return new Queue() {
            @Override
            public Appender appender() {
                return new OwnAppender(queue);
            }

            @Override
            public Reader reader() throws IOException {
                return new OwnReader(queue.tailer());
            }

            @Override
            public void close() {
                queue.close();
            }
        };
    }

    private static final class OwnAppender implements Appender {
        private final JournalQueue queue;
        private final QueueAppender appender;
        private final Visit visit = new Visit();

        OwnAppender(JournalQueue queue) {
            this.queue = queue;
            this.appender = queue.appender();
        }

        @Override
        public void visit(String url, String host, long time) {
            visit.url = url;
            visit.host = host;
            visit.time = time;
            long ignored = appender.append(CODEC, visit);
        }

        @Override
        public void raw(byte[] bytes) {
            long ignored = queue.append(bytes);
        }

        @Override
        public void done() {}
    }

    private static final class OwnReader implements Reader {
        private final Tailer tailer;
        private final Visit visit = reused();

        OwnReader(Tailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public long visit() throws IOException {
            if (!tailer.next()) {
                return -1;
            }
            Visit read = tailer.read(CODEC, visit);
            return read.time + read.url.length() + read.host.length();
        }

        @Override
        public long raw() throws IOException {
            return tailer.next() ? tailer.bytes()[tailer.offset()] : -1;
        }

        @Override
        public void close() {
            tailer.close();
        }
    }
}
