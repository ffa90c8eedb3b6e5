import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes a jar again with the same entries and times, but without directories and without the sizes that are told a
 * second time behind each entry: half a thousand small classes make that two percent. Each entry is deflated in the way
 * that makes it the smallest.
 */
final class PackJar {
    private static final int[] STRATEGIES = {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED};

    private PackJar() {}

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path packed = jar.resolveSibling(jar.getFileName() + ".part");
        try (ZipFile from = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(packed);
                StrategicZip to = new StrategicZip(file)) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (!entry.isDirectory()) {
                    byte[] bytes = from.getInputStream(entry).readAllBytes();
                    int strategy = best(bytes);
                    to.begin(described(entry, bytes, strategy), strategy);
                    to.write(bytes);
                    to.closeEntry();
                }
            }
        }
        Files.move(packed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static int best(byte[] bytes) {
        int best = STRATEGIES[0];
        for (int strategy : STRATEGIES) {
            if (deflatedBytes(bytes, strategy) < deflatedBytes(bytes, best)) {
                best = strategy;
            }
        }
        return best;
    }

    /** With sizes and check, which the stream then writes in front. */
    private static ZipEntry described(ZipEntry entry, byte[] bytes, int strategy) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry described = new ZipEntry(entry.getName());
        described.setTimeLocal(entry.getTimeLocal());
        described.setCrc(crc.getValue());
        described.setSize(bytes.length);
        described.setCompressedSize(deflatedBytes(bytes, strategy));
        return described;
    }

    private static long deflatedBytes(byte[] bytes, int strategy) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setStrategy(strategy);
        deflater.setInput(bytes);
        deflater.finish();
        byte[] room = new byte[8192];
        while (!deflater.finished()) {
            deflater.deflate(room);
        }
        long written = deflater.getBytesWritten();
        deflater.end();
        return written;
    }

    /** A strategy for each entry. */
    private static final class StrategicZip extends ZipOutputStream {
        StrategicZip(OutputStream out) {
            super(out);
            setLevel(Deflater.BEST_COMPRESSION);
        }

        void begin(ZipEntry entry, int strategy) throws IOException {
            putNextEntry(entry);
            def.setStrategy(strategy);
        }
    }
}
