import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes a jar again with entries of the same names and times, but without directories and without the sizes that are told a
 * second time behind each entry: half a thousand small classes make that two percent. Classes are trimmed, which makes
 * four, and each entry is deflated as tightly as can be, which makes another two.
 */
final class PackJar {
    private record Entry(ZipEntry from, byte[] bytes, byte[] deflated) {}

    private PackJar() {}

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path packed = jar.resolveSibling(jar.getFileName() + ".part");
        ReadyDeflater ready = new ReadyDeflater();
        try (ZipFile from = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(packed);
                ZipOutputStream to = new ReadyZip(file, ready)) {
            // Deflated on all processors, and in order again.
            List<Entry> entries = Collections.list(from.entries()).parallelStream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> deflated(from, entry))
                    .toList();
            for (Entry entry : entries) {
                to.putNextEntry(described(entry));
                ready.next(entry.deflated);
                to.write(entry.bytes);
                to.closeEntry();
            }
        }
        Files.move(packed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Entry deflated(ZipFile from, ZipEntry entry) {
        try {
            byte[] bytes = from.getInputStream(entry).readAllBytes();
            if (entry.getName().endsWith(".class")) {
                bytes = OrderedConstants.ordered(TrimClass.trimmed(bytes));
            }
            byte[] plain = deflatedByJdk(bytes);
            byte[] tight = TightDeflater.deflate(bytes);
            byte[] deflated = tight.length < plain.length ? tight : plain;
            if (!Arrays.equals(bytes, inflated(deflated, bytes.length))) {
                throw new IllegalStateException(entry + " would not be the same");
            }
            return new Entry(entry, bytes, deflated);
        } catch (IOException | DataFormatException e) {
            throw new IllegalStateException(entry.getName(), e);
        }
    }

    private static byte[] deflatedByJdk(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(bytes);
        deflater.finish();
        byte[] room = new byte[bytes.length + 100];
        int length = deflater.deflate(room);
        deflater.end();
        return Arrays.copyOf(room, length);
    }

    private static byte[] inflated(byte[] deflated, int length) throws DataFormatException {
        byte[] inflated = new byte[length + 1];
        Inflater inflater = new Inflater(true);
        inflater.setInput(deflated);
        int count = inflater.inflate(inflated);
        boolean finished = inflater.finished() && inflater.getRemaining() == 0;
        inflater.end();
        return finished ? Arrays.copyOf(inflated, count) : null;
    }

    /** With sizes and check, which the stream then writes in front. */
    private static ZipEntry described(Entry entry) {
        CRC32 crc = new CRC32();
        crc.update(entry.bytes);
        ZipEntry described = new ZipEntry(entry.from.getName());
        described.setTimeLocal(entry.from.getTimeLocal());
        described.setCrc(crc.getValue());
        described.setSize(entry.bytes.length);
        described.setCompressedSize(entry.deflated.length);
        return described;
    }

    /** Takes what is deflated already. */
    private static final class ReadyZip extends ZipOutputStream {
        ReadyZip(OutputStream out, ReadyDeflater ready) {
            super(out);
            def.end();
            def = ready;
        }
    }
}
