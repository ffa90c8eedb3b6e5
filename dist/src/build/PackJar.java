import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes a jar again with entries of the same names and times, but without directories and without the sizes that are
 * told a second time behind each entry: half a thousand small classes make that two percent. Classes are opened to each
 * other and trimmed, their constants are ordered, and each entry is deflated as tightly as can be, or not at all
 * where that saves little and a start needs it.
 *
 * <p>Arguments: the jar as it is, the one to be written, a file for the members that are left out, and the folders with
 * classes that may call into it.
 */
final class PackJar {
    /** Names the classes of a usual start. */
    private static final String STARTER = "dev/millrace/slf4j/ClassesAhead.class";

    /** A class of these is stored that saves less by being deflated: a start waits longer than its bytes are worth. */
    private static final int LEAST_SAVED_BYTES = 60;

    private record Entry(ZipEntry from, byte[] bytes) {
        boolean isClass() {
            return JarMembers.isClass(from.getName());
        }
    }

    private record Deflated(ZipEntry from, byte[] bytes, byte[] deflated, boolean isStored) {}

    private PackJar() {}

    public static void main(String[] args) throws IOException {
        Path packed = Path.of(args[1]);
        Path part = packed.resolveSibling(packed.getFileName() + ".part");
        ReadyDeflater ready = new ReadyDeflater();
        List<Entry> original = read(Path.of(args[0]));
        List<byte[]> others = others(original, List.of(args).subList(3, args.length));
        List<Entry> entries = withoutNests(withOpenRecords(original), others);
        JarMembers members = new JarMembers();
        for (Entry entry : entries) {
            members.add(entry.from.getName(), entry.bytes);
        }
        others.forEach(members::addCaller);
        Map<String, Set<String>> unused = members.unused();
        Files.write(Path.of(args[2]), lines(unused));
        Set<String> usual = ofUsualStart(entries);
        try (OutputStream file = Files.newOutputStream(part);
                ZipOutputStream to = new ReadyZip(file, ready)) {
            // Deflated on all processors, and in order again.
            List<Deflated> smaller = entries.parallelStream()
                    .map(entry -> deflated(entry, unused, usual))
                    .toList();
            for (Deflated entry : smaller) {
                to.putNextEntry(described(entry));
                if (!entry.isStored()) {
                    ready.next(entry.deflated);
                }
                to.write(entry.bytes);
                to.closeEntry();
            }
        }
        Files.move(part, packed, StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<Entry> read(Path jar) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (ZipFile from = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (!entry.isDirectory()) {
                    entries.add(new Entry(entry, from.getInputStream(entry).readAllBytes()));
                }
            }
        }
        return entries;
    }

    /** The classes below folders that are not in the jar. */
    private static List<byte[]> others(List<Entry> entries, List<String> folders) throws IOException {
        Set<String> names = entries.stream().map(entry -> entry.from.getName()).collect(Collectors.toSet());
        List<byte[]> others = new ArrayList<>();
        for (String folder : folders) {
            Path root = Path.of(folder);
            try (Stream<Path> paths = Files.walk(root)) {
                for (Path file : paths.filter(Files::isRegularFile).toList()) {
                    String name = root.relativize(file).toString().replace('\\', '/');
                    if (JarMembers.isClass(name) && !names.contains(name)) {
                        others.add(Files.readAllBytes(file));
                    }
                }
            }
        }
        return others;
    }

    private static List<Entry> withOpenRecords(List<Entry> entries) {
        OpenRecords records = new OpenRecords();
        for (Entry entry : entries) {
            if (entry.isClass()) {
                records.add(entry.bytes);
            }
        }
        return rewritten(entries, records::opened);
    }

    private static List<Entry> withoutNests(List<Entry> entries, List<byte[]> others) {
        OpenNests nests = new OpenNests();
        for (Entry entry : entries) {
            if (entry.isClass()) {
                nests.add(entry.bytes);
            }
        }
        others.forEach(nests::addOther);
        nests.dissolve();
        return rewritten(entries, nests::opened);
    }

    private static List<Entry> rewritten(List<Entry> entries, UnaryOperator<byte[]> rewrite) {
        return entries.stream()
                .map(entry -> entry.isClass() ? new Entry(entry.from, rewrite.apply(entry.bytes)) : entry)
                .toList();
    }

    private static List<String> lines(Map<String, Set<String>> unused) {
        List<String> lines = new ArrayList<>();
        unused.forEach((type, members) -> members.forEach(member -> lines.add(type + ' ' + member)));
        return lines;
    }

    private static Set<String> ofUsualStart(List<Entry> entries) {
        Set<String> usual = entries.stream()
                .filter(entry -> entry.from.getName().equals(STARTER))
                .flatMap(entry -> ClassParts.of(entry.bytes).strings().stream())
                .flatMap(String::lines)
                .map(name -> name.replace("*", "").replace('.', '/') + ".class")
                .collect(Collectors.toSet());
        if (entries.stream().noneMatch(entry -> usual.contains(entry.from.getName()))) {
            throw new IllegalStateException(STARTER + " names no class of the jar");
        }
        return usual;
    }

    private static Deflated deflated(Entry entry, Map<String, Set<String>> unused, Set<String> usual) {
        try {
            byte[] bytes = entry.bytes;
            String name = entry.from.getName();
            if (entry.isClass()) {
                String type = name.substring(0, name.length() - ".class".length());
                bytes = OrderedConstants.ordered(TrimClass.trimmed(bytes, unused.getOrDefault(type, Set.of())));
            }
            byte[] plain = deflatedByJdk(bytes);
            byte[] tight = TightDeflater.deflate(bytes);
            byte[] deflated = tight.length < plain.length ? tight : plain;
            if (!Arrays.equals(bytes, inflated(deflated, bytes.length))) {
                throw new IllegalStateException(name + " would not be the same");
            }
            boolean isStored = usual.contains(name) && bytes.length - deflated.length < LEAST_SAVED_BYTES;
            return new Deflated(entry.from, bytes, deflated, isStored);
        } catch (DataFormatException e) {
            throw new IllegalStateException(entry.from.getName(), e);
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
    private static ZipEntry described(Deflated entry) {
        CRC32 crc = new CRC32();
        crc.update(entry.bytes);
        ZipEntry described = new ZipEntry(entry.from.getName());
        described.setTimeLocal(entry.from.getTimeLocal());
        described.setCrc(crc.getValue());
        described.setSize(entry.bytes.length);
        described.setMethod(entry.isStored() ? ZipEntry.STORED : ZipEntry.DEFLATED);
        described.setCompressedSize(entry.isStored() ? entry.bytes.length : entry.deflated.length);
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
