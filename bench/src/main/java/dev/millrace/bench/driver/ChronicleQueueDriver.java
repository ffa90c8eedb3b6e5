package dev.millrace.bench.driver;

import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** Chronicle Queue as its manual shows it: a document of named fields, or bytes; an appender a thread. */
final class ChronicleQueueDriver extends QueueDriver {
    @Override
    Queue open(Path directory) {
        ChronicleQueue queue = ChronicleQueue.single(directory.toString());
        return new Queue() {
            @Override
            public Appender appender() {
                return new OwnAppender(queue.createAppender());
            }

            @Override
            public Reader reader() {
                return new OwnReader(queue.createTailer());
            }

            @Override
            public void close() {
                queue.close();
            }
        };
    }

    private static final class OwnAppender implements Appender {
        private final ExcerptAppender appender;
        private final Bytes<?> bytes = Bytes.allocateElasticDirect(RAW_BYTES);

        OwnAppender(ExcerptAppender appender) {
            this.appender = appender;
        }

        @Override
        public void visit(String url, String host, long time) {
            try (DocumentContext document = appender.writingDocument()) {
                document.wire().write("url").text(url);
                document.wire().write("host").text(host);
                document.wire().write("time").int64(time);
            }
        }

        @Override
        public void raw(byte[] raw) {
            bytes.clear();
            bytes.write(raw);
            appender.writeBytes(bytes);
        }

        @Override
        public void done() {
            appender.close();
            bytes.releaseLast();
        }
    }

    private static final class OwnReader implements Reader {
        private final ExcerptTailer tailer;
        private final StringBuilder url = new StringBuilder();
        private final StringBuilder host = new StringBuilder();
        private final Bytes<?> bytes = Bytes.allocateElasticDirect(RAW_BYTES);

        OwnReader(ExcerptTailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public long visit() {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return -1;
                }
                document.wire().read("url").text(url);
                document.wire().read("host").text(host);
                return document.wire().read("time").int64() + url.length() + host.length();
            }
        }

        @Override
        public long raw() {
            bytes.clear();
            return tailer.readBytes(bytes) ? bytes.readByte(0) : -1;
        }

        @Override
        public void close() {
            tailer.close();
            bytes.releaseLast();
        }
    }
}
