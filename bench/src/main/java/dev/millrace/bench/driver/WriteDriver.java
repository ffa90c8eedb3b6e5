package dev.millrace.bench.driver;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** {@code write(2)}, 64 KiB at a time, from a direct buffer: what no backend can be faster than. */
final class WriteDriver extends BytesDriver {
    private final boolean toStandardOutput;

    /** {@code toStandardOutput} false: to the file of the run. */
    WriteDriver(boolean toStandardOutput) {
        this.toStandardOutput = toStandardOutput;
    }

    @Override
    @SuppressWarnings("resource") // closed as its channel
    Target open(Parameters parameters) throws IOException {
        return new ChannelTarget(
                toStandardOutput
                        ? new FileOutputStream(FileDescriptor.out).getChannel()
                        : FileChannel.open(parameters.file(), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
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
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
