package dev.millrace.it.proof;

import dev.millrace.it.harness.Artifact;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Apache TinkerPop's Gremlin Server, with its own logback.xml, logs through Millrace what it logs through Logback. */
public final class Gremlin implements Proof {
    private static final Artifact SERVER =
            new Artifact("org.apache.tinkerpop", "gremlin-server", "3.8.1", "-distribution.zip");
    private static final String SHA_256 = "0fd551eded82e136f3f4818401302f7af0428d1439b2d8c465c098bcfcb3b7bd";
    private static final String MAIN = "org.apache.tinkerpop.gremlin.server.GremlinServer";
    private static final String LAST_WORDS_OF_THE_START = "Channel started at port";

    @Override
    public String name() {
        return "gremlin";
    }

    @Override
    public String shows() {
        return "Gremlin Server 3.8.1 with its own logback.xml starts, stops and logs the same lines as with Logback";
    }

    @Override
    public void run(Findings findings) {
        Path server;
        List<Path> classPath;
        try {
            server = unpack(SERVER.fetch(SHA_256));
            classPath = classPath(server);
        } catch (IOException e) {
            findings.require(false, "it cannot be fetched: %s", e);
            return;
        }
        new ForeignServer(
                        "Gremlin Server",
                        (jdk, home) -> start(jdk, home, server),
                        (child, home) -> child.output(),
                        LAST_WORDS_OF_THE_START,
                        Gremlin::timeless)
                .compare(findings, Jdk.running(), classPath);
    }

    private static ChildJvm.Start start(Jdk jdk, Path home, Path server) {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (String folder : List.of("conf", "scripts", "data")) {
                Files.createSymbolicLink(home.resolve(folder), server.resolve(folder));
            }
            String settings = Files.readString(server.resolve("conf/gremlin-server.yaml"))
                    .replace("port: 8182", "port: " + free.getLocalPort())
                    .replace("host: localhost", "host: 127.0.0.1")
                    .replace("/tmp/gremlin", home + "/gremlin");
            Path yaml = Files.writeString(home.resolve("gremlin-server.yaml"), settings);
            return ChildJvm.of(jdk, MAIN, home)
                    .jvm("-Xmx512m")
                    .configuration(server.resolve("conf/logback.xml"))
                    .arguments(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path unpack(Path zip) throws IOException {
        Path folder = Artifact.folder().resolve("apache-tinkerpop-gremlin-server-" + SERVER.version());
        if (Files.exists(folder.resolve("unpacked"))) {
            return folder;
        }
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream in = new ZipInputStream(file)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path target = Artifact.folder().resolve(entry.getName()).normalize();
                if (!entry.isDirectory() && target.startsWith(folder)) {
                    Files.createDirectories(target.getParent());
                    Files.write(target, in.readAllBytes());
                }
            }
        }
        Files.createFile(folder.resolve("unpacked"));
        return folder;
    }

    /** Without the SLF4J 1.7 and the Logback 1.2 it brings along. */
    private static List<Path> classPath(Path server) throws IOException {
        try (Stream<Path> jars = Files.walk(server)) {
            return jars.filter(jar -> {
                        String name = jar.getFileName().toString();
                        String folder = jar.getParent().getFileName().toString();
                        return name.endsWith(".jar")
                                && (folder.equals("plugin") || jar.getParent().equals(server.resolve("lib")))
                                && !name.startsWith("logback-")
                                && !name.startsWith("slf4j-api");
                    })
                    .sorted()
                    .toList();
        }
    }

    /** Ports, paths and what depends on the speed of the machine differ. */
    private static String timeless(String log) {
        return log.replaceAll("(?s)\\[WARN\\] \\S+GroovyCacheLoader - Script compilation .*?took \\d+ms\\R", "")
                .replaceAll("/\\S*millrace-it-server-[^/\\s]*", "HOME")
                .replaceAll("\\d+", "N");
    }
}
