package dev.millrace.bench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** {@code write(2)}, 64 KiB at a time, from a direct buffer: what no backend can be faster than. */
final class WriteDriver extends BytesDriver {
    @Override
    Target open(Parameters parameters) throws IOException {
        FileChannel channel = FileChannel.open(parameters.file(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return new ChannelTarget(channel);
    }

    /** Copies the bytes into a direct buffer once a block, as every backend must copy them once. */
    private static final class ChannelTarget implements Target {
        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);

        ChannelTarget(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(byte[] bytes, int lineBytes) throws IOException {
            buffer.clear().put(bytes).flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
