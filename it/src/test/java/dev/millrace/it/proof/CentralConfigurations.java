package dev.millrace.it.proof;

import dev.millrace.it.child.ScriptChild;
import dev.millrace.it.harness.Artifact;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.WorkDir;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Configurations inside artifacts on Maven Central: both backends leave the same files. */
public final class CentralConfigurations implements Proof {
    private static final int EVENTS = 1000;
    private static final int SECONDS_TO_END = 120;
    private static final long SEED = 20_261_121;
    private static final Pattern LOGGER = Pattern.compile("<logger[^>]*\\sname=\"([\\w.]+)\"");
    private static final Pattern TIME = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\d(?:[ T]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?)?|\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?");
    private static final Pattern RELATIVE_TIME = Pattern.compile("(?m)^((?:TIME )?)\\d+ +\\[");
    private static final String CONDITIONAL = "conditional";
    /** The last Logback that evaluates conditions in attributes, and what it needs for that; each with its SHA-256. */
    private static final Map<String, String> LOGBACK_WITH_CONDITIONS = Map.of(
            "ch.qos.logback:logback-classic:1.5.36", "e2668dfce0ea932553658e4d799c772ae88fcf0ce4d624ea5c6b7d4ed78bc1f9",
            "ch.qos.logback:logback-core:1.5.36", "000dde6f73c828c629157a9e46c135c6e20eac25f83c97948b52af94d450dd86",
            "org.codehaus.janino:janino:3.1.12", "5699878c31e71c9a94cf472f95a2dad52ca7b0449c099276b8bd7e992a43595b",
            "org.codehaus.janino:commons-compiler:3.1.12",
                    "17ea25d860225f4b59d0a512b4995f2e4711bdae5e15736cbcd5f6ce4dda8f7c");
    /** Keeps Logback from printing about itself where it has something to say. */
    private static final String SILENCE = "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener";

    /**
     * A line of the list.
     *
     * @param artifact where it is
     * @param entry its path in there
     * @param sha256 of the entry
     * @param difference code of the status that tells what Millrace does otherwise, on purpose; null where nothing is
     * @param conditional whether it has conditions in attributes, which the present Logback does not evaluate any more
     */
    private record Entry(Artifact artifact, String entry, String sha256, String difference, boolean conditional) {
        static Entry parse(String line) {
            String[] parts = line.split(" ");
            String last = parts.length > 3 ? parts[3] : null;
            boolean conditional = CONDITIONAL.equals(last);
            return new Entry(Artifact.parse(parts[0]), parts[1], parts[2], conditional ? null : last, conditional);
        }
    }

    @Override
    public String name() {
        return "central-configs";
    }

    @Override
    public String shows() {
        return "configurations inside artifacts on Maven Central leave the files that Logback 1.6.6 leaves";
    }

    @Override
    public void run(Findings findings) {
        int compared = 0;
        long bytes = 0;
        for (Entry entry : entries()) {
            String title = entry.artifact() + " " + entry.entry();
            try {
                byte[] xml = entry.artifact().fetchEntry(entry.entry(), entry.sha256());
                long length = compare(findings, title, xml, entry);
                findings.progress("%s: %,d bytes", title, length);
                bytes += length;
                compared++;
            } catch (IOException e) {
                findings.require(false, "%s: %s", title, e);
            }
        }
        findings.figure("%d configurations, %d events each, %,d bytes of logs compared", compared, EVENTS, bytes);
    }

    private static List<Entry> entries() {
        try (InputStream list = CentralConfigurations.class.getResourceAsStream("central-configs.artifacts")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(Entry::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long compare(Findings findings, String title, byte[] xml, Entry entry) throws IOException {
        String difference = entry.difference();
        Outcome logback = outcome(
                findings,
                title + " with Logback",
                xml,
                entry.conditional() ? logbackWithConditions() : Backend.LOGBACK.placesForOthers(),
                SILENCE);
        Outcome millrace = outcome(findings, title + " with Millrace", xml, Backend.MILLRACE.placesForOthers());
        Map<String, String> expected = logback.files();
        Map<String, String> files = millrace.files();
        if (difference == null) {
            findings.require(
                    files.keySet().equals(expected.keySet()),
                    "%s: Logback leaves the files %s, and Millrace %s",
                    title,
                    expected.keySet(),
                    files.keySet());
        } else {
            // More files than Logback's: never fewer.
            findings.require(
                    files.keySet().containsAll(expected.keySet())
                            && millrace.errors().contains(difference),
                    "%s: Millrace leaves the files %s and says [%s]",
                    title,
                    files.keySet(),
                    millrace.errors());
        }
        long length = 0;
        for (Map.Entry<String, String> file : expected.entrySet()) {
            String text = files.getOrDefault(file.getKey(), "");
            findings.require(
                    text.equals(file.getValue()),
                    "%s: %s differs: %s",
                    title,
                    file.getKey(),
                    firstDifference(file.getValue(), text));
            length += text.length();
        }
        return length;
    }

    private static String firstDifference(String expected, String text) {
        List<String> expectedLines = expected.lines().toList();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < Math.max(expectedLines.size(), lines.size()); i++) {
            String one = i < expectedLines.size() ? expectedLines.get(i) : "(nothing)";
            String other = i < lines.size() ? lines.get(i) : "(nothing)";
            if (!one.equals(other)) {
                return "line " + (i + 1) + " is [" + other + "] and not [" + one + "]";
            }
        }
        return "line ends";
    }

    /**
     * What a run leaves.
     *
     * @param files by their names; what it prints has the name {@code stdout}
     * @param errors what it says on standard error
     */
    private record Outcome(Map<String, String> files, String errors) {}

    private static List<Path> logbackWithConditions() throws IOException {
        List<Path> places = new ArrayList<>();
        for (Map.Entry<String, String> jar : LOGBACK_WITH_CONDITIONS.entrySet()) {
            places.add(Artifact.parse(jar.getKey()).fetch(jar.getValue()));
        }
        List<Path> present = Backend.LOGBACK.placesForOthers();
        places.addAll(present.stream()
                .filter(place -> !Backend.LOGBACK.ownPlaces().contains(place))
                .toList());
        return places;
    }

    private static Outcome outcome(Findings findings, String title, byte[] xml, List<Path> backend, String... jvm)
            throws IOException {
        try (WorkDir home = new WorkDir("central")) {
            Path work = home.make("work");
            Path configuration = Files.write(work.resolve("configuration.xml"), xml);
            List<Path> places = new ArrayList<>(backend);
            places.add(Backend.childPrograms());
            List<Object> arguments = new ArrayList<>(List.of(SEED, EVENTS));
            arguments.addAll(loggers(xml));
            String output;
            String errors;
            try (ChildJvm child = ChildJvm.of(Jdk.running(), ScriptChild.class, work)
                    .configuration(configuration)
                    .property("user.home", work.resolve("home"))
                    .property("java.io.tmpdir", home.make("tmp"))
                    .property("user.timezone", "UTC")
                    .jvm(jvm)
                    .classPath(places)
                    .arguments(arguments.toArray())
                    .start()) {
                int exit = child.join(SECONDS_TO_END);
                findings.require(exit == 0 && !child.crashed(), "%s: exit code %d: %s", title, exit, child.tail());
                output = child.output();
                errors = child.errors();
            }
            Map<String, String> files = new TreeMap<>();
            files.put("stdout", timeless(output));
            try (Stream<Path> all = Files.walk(work)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    String name = timeless(work.relativize(file).toString());
                    if (!name.startsWith("out") && !name.startsWith("err") && !name.equals("configuration.xml")) {
                        files.merge(name, timeless(Files.readString(file)), String::concat);
                    }
                }
            }
            return new Outcome(files, errors);
        }
    }

    /** Those it names, one below each, and others. */
    private static List<String> loggers(byte[] xml) {
        List<String> names = new ArrayList<>(List.of("com.example.Service", "org.example.web.Controller"));
        LOGGER.matcher(new String(xml, StandardCharsets.UTF_8)).results().forEach(match -> {
            names.add(match.group(1));
            names.add(match.group(1) + ".Worker");
        });
        return names;
    }

    private static String timeless(String text) {
        return RELATIVE_TIME
                .matcher(TIME.matcher(text).replaceAll("TIME"))
                .replaceAll("$1RELATIVE [")
                .replaceAll("millrace-it-central-\\d+", "HOME")
                .replaceAll("(?m)(PID|pid)[=: ]+\\d+", "PID");
    }
}
