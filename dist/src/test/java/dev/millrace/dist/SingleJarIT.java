package dev.millrace.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

@Timeout(120)
class SingleJarIT {
    private static final long MAX_BYTES = 700_000;

    /** From the start to the end of a program that logs one line to a file. */
    private static final int MAX_CLASSES_OF_A_LINE = 300;

    /** What the housekeeper loads at last, behind all that is loaded for later. */
    private static final String LAST_CLASS = "dev.millrace.core.PlatformServer";

    private static final List<String> MODULES =
            List.of("journal", "event", "layout", "core", "slf4j", "config-logback");

    /** The queue and its readers: an artifact of their own, which the module does not export. */
    private static final Set<String> QUEUE = Set.of(
            "AppendRefusedException",
            "ArchiveMembers",
            "Ascii",
            "ChoosingBatch",
            "Codec",
            "CommittedRecords",
            "Component",
            "CursorFile",
            "CursorState",
            "CursorSync",
            "CursorTerms",
            "DeadOwnersHoles",
            "Duty",
            "ForeignArchives",
            "ForeignSegment",
            "ForeignSegments",
            "GzipMembers",
            "JavaRecordCodec",
            "JournalOwner",
            "JournalPassage",
            "JournalQueue",
            "JournalReader",
            "JournalSeek",
            "LockLoss",
            "MappingLimit",
            "MemberCodec",
            "NamedCursor",
            "Packing",
            "Patience",
            "QueueAppender",
            "QueueArchives",
            "QueueCompression",
            "QueueCursor",
            "QueueCursors",
            "QueueDisk",
            "QueueKeeper",
            "QueueListener",
            "QueueLock",
            "QueueNews",
            "QueueOptions",
            "QueueRetention",
            "QueueSegments",
            "QueueSync",
            "QueueTail",
            "QueueThread",
            "ReadPlace",
            "RecordInput",
            "RecordOutput",
            "RecordTrust",
            "RecordView",
            "Rereading",
            "Scratch",
            "SegmentArchive",
            "Syncer",
            "Tailer",
            "Text",
            "TimedSync",
            "Uninterrupted",
            "UnreadableBytes",
            "UnwantedBlocks",
            "ZstdLibrary",
            "ZstdMembers");

    private static final String JOURNAL = "dev/millrace/journal/";

    /** What only searching and printing as JSON need, which the command line does. */
    private static final Set<String> SEARCH = Set.of("DictionaryTexts", "EventHead", "ValueKind");

    private static final String EVENT = "dev/millrace/event/";

    /** What is not there any more behind the compiler. */
    private static final Set<String> CONSTANTS = Set.of("LayoutProblem");

    private static final String LAYOUT = "dev/millrace/layout/";

    @TempDir
    Path directory;

    @Test
    void shouldHoldWhatItsModulesHoldButQueueAndSearch() throws IOException {
        Set<String> expected = new TreeSet<>(Set.of("META-INF/MANIFEST.MF", "META-INF/LICENSE", "module-info.class"));
        for (String module : MODULES) {
            expected.addAll(filesBelow(Artifacts.classesOf(module)));
        }

        Set<String> actual = new TreeSet<>();
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .forEach(actual::add);
        }

        expected.add("dev/millrace/Values.class");
        expected.removeIf(name -> name.endsWith("/package-info.class") || isLeftOut(name));
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void shouldNotNeedWhatIsLeftOut() throws IOException {
        List<String> needing = new ArrayList<>();
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    String constants =
                            new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
                    if (QUEUE.stream().anyMatch(name -> constants.contains(JOURNAL + name))
                            || SEARCH.stream().anyMatch(name -> constants.contains(EVENT + name))
                            || CONSTANTS.stream().anyMatch(name -> constants.contains(LAYOUT + name))) {
                        needing.add(entry.getName());
                    }
                }
            }
        }

        assertThat(needing).isEmpty();
    }

    @Test
    void shouldHoldTheClassesThatKnowNewerJdks() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            assertThat(constants(jar, JOURNAL + "JournalMapping")).contains("java/lang/foreign/Arena");
            assertThat(constants(jar, "dev/millrace/event/Mapping")).contains("java/lang/foreign/Arena");
            assertThat(constants(jar, "dev/millrace/event/CurrentThread"))
                    .contains("threadId", "isVirtual")
                    .doesNotContain("MethodHandle");
        }
    }

    private static String constants(JarFile jar, String type) throws IOException {
        try (InputStream file = jar.getInputStream(jar.getEntry(type + ".class"))) {
            return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static boolean isLeftOut(String name) {
        return isOneOf(QUEUE, JOURNAL, name) || isOneOf(SEARCH, EVENT, name) || isOneOf(CONSTANTS, LAYOUT, name);
    }

    private static boolean isOneOf(Set<String> classes, String folder, String name) {
        if (!name.startsWith(folder) || !name.endsWith(".class")) {
            return false;
        }
        String simple = name.substring(folder.length(), name.length() - ".class".length());
        int nested = simple.indexOf('$');
        return classes.contains(nested < 0 ? simple : simple.substring(0, nested));
    }

    @Test
    void shouldStaySmall() throws IOException {
        assertThat(Files.size(Artifacts.millraceJar())).isLessThanOrEqualTo(MAX_BYTES);
    }

    @Test
    void shouldNotTellWhenOrByWhomItWasBuilt() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            assertThat(jar.stream().map(JarEntry::getTimeLocal))
                    .containsOnly(jar.stream().findFirst().orElseThrow().getTimeLocal());
            assertThat(jar.getManifest().getMainAttributes())
                    .doesNotContainKeys(
                            new Attributes.Name("Created-By"),
                            new Attributes.Name("Built-By"),
                            new Attributes.Name("Build-Jdk-Spec"));
        }
    }

    @Test
    void shouldDescribeItsModule() {
        ModuleDescriptor module = ModuleFinder.of(Artifacts.millraceJar())
                .find("dev.millrace")
                .orElseThrow()
                .descriptor();

        assertThat(module.isAutomatic()).isFalse();
        assertThat(module.requires().stream().map(ModuleDescriptor.Requires::name))
                .containsExactlyInAnyOrder("java.base", "org.slf4j", "java.logging", "java.management");
        assertThat(module.exports().stream().map(ModuleDescriptor.Exports::source))
                .contains("dev.millrace.slf4j");
        assertThat(module.uses()).isEmpty();
        assertThat(module.provides().stream()
                        .collect(Collectors.toMap(
                                ModuleDescriptor.Provides::service, ModuleDescriptor.Provides::providers)))
                .containsEntry(
                        "org.slf4j.spi.SLF4JServiceProvider", List.of("dev.millrace.slf4j.MillraceServiceProvider"))
                .hasSize(1);
    }

    @Test
    void shouldProvideTheSameServicesOnTheClassPathAndAsAModule() throws IOException {
        Set<String> services = new TreeSet<>();
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().startsWith("META-INF/services/") && !entry.isDirectory()) {
                    services.add(new String(jar.getInputStream(entry).readAllBytes(), "UTF-8").strip());
                }
            }
        }

        assertThat(services).containsExactly("dev.millrace.slf4j.MillraceServiceProvider");
    }

    @Test
    void shouldImportEveryForeignPackageItUsesIntoABundle() throws IOException {
        Set<String> imported = headerPackages("Import-Package");

        assertThat(foreignPackages()).isNotEmpty().isSubsetOf(imported);
        assertThat(imported).filteredOn(name -> name.startsWith("org.slf4j")).isSubsetOf(foreignPackages());
    }

    @Test
    void shouldExportTheSamePackagesFromTheBundleAndFromTheModule() throws IOException {
        ModuleDescriptor module = ModuleFinder.of(Artifacts.millraceJar())
                .find("dev.millrace")
                .orElseThrow()
                .descriptor();

        assertThat(headerPackages("Export-Package"))
                .isEqualTo(module.exports().stream()
                        .map(ModuleDescriptor.Exports::source)
                        .collect(Collectors.toSet()));
    }

    /** A user cannot name what no exported package has, and the build may have left out members of it. */
    @Test
    void shouldGiveUsersOnlyWhatTheyCanName() throws Exception {
        List<String> hidden = new ArrayList<>();
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile());
                URLClassLoader classes = new URLClassLoader(
                        new URL[] {Artifacts.millraceJar().toUri().toURL()}, Logger.class.getClassLoader())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (!entry.getName().matches("dev/millrace/slf4j/[^/]*\\.class")) {
                    continue;
                }
                Class<?> type =
                        classes.loadClass(entry.getName().replace(".class", "").replace('/', '.'));
                if (!Modifier.isPublic(type.getModifiers())) {
                    continue;
                }
                for (Method method : type.getMethods()) {
                    for (String part : method.toGenericString().split("[^\\w.$]+", -1)) {
                        if (part.startsWith("dev.millrace.") && !part.startsWith("dev.millrace.slf4j.")) {
                            hidden.add(method.toGenericString());
                        }
                    }
                }
            }
        }

        assertThat(hidden).isEmpty();
    }

    @Test
    void shouldBePublishedWithNothingBehindItButSlf4j() throws IOException {
        String pom = Files.readString(Artifacts.publishedPom());
        Matcher artifacts = Pattern.compile("<artifactId>([^<]*)</artifactId>").matcher(pom);

        assertThat(artifacts.results().map(match -> match.group(1))).containsExactly("millrace", "slf4j-api");
        assertThat(pom).doesNotContain("<parent>");
    }

    @Test
    void shouldLogWithoutAWordOfWarningOnThisJdk() throws Exception {
        assertLogsQuietly(Jdks.current());
    }

    @Test
    void shouldLogWithoutAWordOfWarningOnJdk25() throws Exception {
        assumeThat(Jdks.jdk25()).as("MILLRACE_JDK25 or a Temurin 25").isPresent();

        assertLogsQuietly(Jdks.jdk25().orElseThrow());
    }

    @Test
    void shouldLogOnWhenItIsReplacedUnderARunningProgram() throws Exception {
        Hello hello = Hello.compile(directory);

        Hello.Run run = hello.runWithReplacedJar(Jdks.current(), LAST_CLASS);

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).isEmpty();
        assertThat(run.log().lines())
                .contains("INFO hello.Main - plain 1 2.5", "INFO hello.Main - array [1, 2]")
                .contains("INFO hello.Main - marked", "INFO hello.Main - in context")
                .contains("INFO hello.Main - fluent", "INFO hello.Main - fluent supplied")
                .contains("ERROR hello.Main - failed", "java.lang.IllegalStateException: outer")
                .contains("Caused by: java.lang.RuntimeException: inner", "WARN another - of another")
                .filteredOn(line -> line.contains("one of many"))
                .hasSize(200_000);
    }

    @Test
    void shouldShowItsCountersToManagementAsAModule() throws Exception {
        Hello hello = Hello.compile(directory);

        Hello.Run run = hello.runAsManagedModule(Jdks.current(), "Accepted");

        assertThat(run).isEqualTo(new Hello.Run(0, "Accepted 1\n", "INFO hello.Main - hello world 42\n"));
    }

    @Test
    void shouldPrintAFrameOfAModuleThatIsCalledLikeItsClassLoader() throws Exception {
        Hello hello = Hello.compile(directory);

        Hello.Run run = hello.runFailing(Jdks.current());

        assertThat(run.output()).contains("\tat app/hello.Main.main(Main.java:");
        assertThat(run.log()).endsWith("ERROR hello.Main - failed\n" + run.output());
    }

    @Test
    void shouldLoadNothingAheadThatAStartDoesNotNeed() throws Exception {
        Hello hello = Hello.compile(directory);

        // On one processor nothing is loaded ahead.
        Set<String> needed = hello.loadedOnOneProcessor(Jdks.current()).all();

        assertThat(needed).containsAll(classesAhead());
    }

    @Test
    void shouldLoadFewClassesForALineOnThisJdk() throws Exception {
        assertLoadsFewClasses(Jdks.current());
    }

    @Test
    void shouldLoadFewClassesForALineOnJdk25() throws Exception {
        assumeThat(Jdks.jdk25()).as("MILLRACE_JDK25 or a Temurin 25").isPresent();

        assertLoadsFewClasses(Jdks.jdk25().orElseThrow());
    }

    private void assertLoadsFewClasses(Path jdk) throws IOException, InterruptedException {
        Hello hello = Hello.compile(directory);

        Hello.Loaded loaded = hello.loadedOnOneProcessor(jdk);

        assertThat(loaded.all())
                .filteredOn(name -> name.startsWith("dev.millrace."))
                .hasSizeBetween(200, MAX_CLASSES_OF_A_LINE);
        // What compares, hashes or prints a record links it by some fifty hidden classes, a fifth of a start's time.
        assertThat(loaded.all()).doesNotContain("java.lang.runtime.ObjectMethods");
        // The same for what asks the JDK by reflection for an object with more than three arguments, as its maps do.
        assertThat(loaded.byMain()).doesNotContain("java.lang.invoke.MethodHandleImpl$ArrayAccessor");
    }

    private static List<String> classesAhead() throws ReflectiveOperationException {
        Method names = Class.forName("dev.millrace.slf4j.ClassesAhead").getDeclaredMethod("names");
        names.setAccessible(true);
        List<String> classes = new ArrayList<>();
        for (String name : (String[]) names.invoke(null)) {
            classes.add(name.replace("*", ""));
        }
        return classes;
    }

    private void assertLogsQuietly(Path jdk) throws IOException, InterruptedException {
        Hello hello = Hello.compile(directory);
        Hello.Run expected = new Hello.Run(0, "", "INFO hello.Main - hello world 42\n");

        assertThat(hello.runOnClassPath(jdk)).isEqualTo(expected);
        assertThat(hello.runAsModule(jdk)).isEqualTo(expected);
        assertThat(hello.runInTheSmallestJvm(jdk)).isEqualTo(expected);
    }

    private static Set<String> headerPackages(String header) throws IOException {
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            String value = jar.getManifest().getMainAttributes().getValue(header);
            // A comma inside quotes belongs to a version range.
            return Stream.of(value.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"))
                    .map(clause -> clause.split(";")[0].strip())
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> foreignPackages() {
        StringWriter out = new StringWriter();
        int result = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(out),
                        new PrintWriter(out),
                        "--multi-release",
                        "17",
                        "-verbose:package",
                        "--module-path",
                        Artifacts.slf4jJar().toString(),
                        Artifacts.millraceJar().toString());
        assertThat(result).as(out.toString()).isZero();
        return out.toString()
                .lines()
                .filter(line -> line.contains(" -> "))
                .map(line -> line.split("->")[1].strip().split("\\s+")[0])
                .filter(name -> name.startsWith("org.slf4j.") || name.equals("org.slf4j") || name.startsWith("javax."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> filesBelow(Path folder) throws IOException {
        List<String> files = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .forEach(files::add);
        }
        return files;
    }
}
