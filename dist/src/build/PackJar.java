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
 * second time behind each entry: half a thousand small classes make that two percent.
 */
final class PackJar {
    private PackJar() {}

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path packed = jar.resolveSibling(jar.getFileName() + ".part");
        try (ZipFile from = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(packed);
                ZipOutputStream to = new ZipOutputStream(file)) {
            to.setLevel(Deflater.BEST_COMPRESSION);
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (!entry.isDirectory()) {
                    to.putNextEntry(described(entry, from));
                    from.getInputStream(entry).transferTo(to);
                    to.closeEntry();
                }
            }
        }
        Files.move(packed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    /** With sizes and check, which the stream then writes in front. */
    private static ZipEntry described(ZipEntry entry, ZipFile from) throws IOException {
        byte[] bytes = from.getInputStream(entry).readAllBytes();
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry described = new ZipEntry(entry.getName());
        described.setTimeLocal(entry.getTimeLocal());
        described.setCrc(crc.getValue());
        described.setSize(bytes.length);
        described.setCompressedSize(deflatedBytes(bytes));
        return described;
    }

    private static long deflatedBytes(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
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
}
