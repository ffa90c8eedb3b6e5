package dev.millrace.bench.driver;

import java.io.IOException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;

/** Lines appended to a Chronicle Queue, one excerpt each, from one thread. */
final class ChronicleDriver extends BytesDriver {
    @Override
    Target open(Parameters parameters) {
        ChronicleQueue queue =
                ChronicleQueue.single(parameters.file().resolveSibling("queue").toString());
        return new QueueTarget(queue);
    }

    private static final class QueueTarget implements Target {
        private final ChronicleQueue queue;
        private final ExcerptAppender appender;
        private final Bytes<?> line = Bytes.allocateElasticDirect(2_048);

        QueueTarget(ChronicleQueue queue) {
            this.queue = queue;
            this.appender = queue.createAppender();
        }

        @Override
        public void write(byte[] bytes, int lineBytes) throws IOException {
            for (int at = 0; at < bytes.length; at += lineBytes) {
                line.clear();
                line.write(bytes, at, lineBytes);
                appender.writeBytes(line);
            }
        }

        @Override
        public void close() {
            appender.close();
            queue.close();
            line.releaseLast();
        }
    }
}
