package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;

/** Lines appended to a Chronicle Queue, one excerpt each, from one thread. */
final class ChronicleDriver extends BytesDriver {
    /** Where its files are, beside the log that it does not write. */
    static final String DIRECTORY = "queue";

    @Override
    Target open(Parameters parameters) {
        Path directory = parameters.file().resolveSibling(DIRECTORY);
        return new QueueTarget(directory, ChronicleQueue.single(directory.toString()));
    }

    private static final class QueueTarget implements Target {
        private final Path directory;
        private final ChronicleQueue queue;
        private final ExcerptAppender appender;
        private final Bytes<?> line = Bytes.allocateElasticDirect(2_048);

        QueueTarget(Path directory, ChronicleQueue queue) {
            this.directory = directory;
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
        public void force() throws IOException {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.cq4")) {
                for (Path file : files) {
                    ThroughputDriver.sync(file);
                }
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
