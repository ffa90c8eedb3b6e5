package dev.millrace.core.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;

/** Real files; the first one that is asked how long it is has been closed by an interrupt. */
public final class ShyFiles extends AppendFile.Opener {
    private boolean asked;

    @Override
    public AppendFile open(Path path, boolean truncate) throws IOException {
        AppendFile real = AppendFile.REAL.open(path, truncate);
        return new AppendFile() {
            @Override
            public int write(ByteBuffer bytes) throws IOException {
                return real.write(bytes);
            }

            @Override
            public long size() throws IOException {
                if (!asked) {
                    asked = true;
                    real.close();
                    throw new ClosedByInterruptException();
                }
                return real.size();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }
}
