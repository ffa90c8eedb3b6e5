package dev.millrace.it.proof;

import dev.millrace.it.harness.Artifact;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Apache ZooKeeper logs through Millrace into rolling files what it logs through Logback. */
public final class ZooKeeper implements Proof {
    private static final String MAIN = "org.apache.zookeeper.server.ZooKeeperServerMain";
    private static final String LAST_WORDS_OF_THE_START = "ZooKeeper audit is disabled";
    private static final String SETTINGS =
            """
            tickTime=2000
            dataDir=%s
            clientPort=0
            clientPortAddress=127.0.0.1
            admin.enableServer=false
            """;
    /** As the file in its distribution has it, with a size that a start reaches. */
    private static final String CONFIGURATION =
            """
            <configuration>
              <property name="zookeeper.log.dir" value="."/>
              <property name="zookeeper.log.file" value="zookeeper.log"/>
              <property name="zookeeper.log.threshold" value="INFO"/>
              <property name="zookeeper.log.maxfilesize" value="4KB"/>
              <property name="zookeeper.log.maxbackupindex" value="20"/>
              <appender name="ROLLINGFILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <File>${zookeeper.log.dir}/${zookeeper.log.file}</File>
                <encoder>
                  <pattern>%d{ISO8601} [myid:%X{myid}] - %-5p [%t:%C{1}@%L] - %m%n</pattern>
                </encoder>
                <filter class="ch.qos.logback.classic.filter.ThresholdFilter">
                  <level>${zookeeper.log.threshold}</level>
                </filter>
                <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                  <maxIndex>${zookeeper.log.maxbackupindex}</maxIndex>
                  <FileNamePattern>${zookeeper.log.dir}/${zookeeper.log.file}.%i</FileNamePattern>
                </rollingPolicy>
                <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                  <MaxFileSize>${zookeeper.log.maxfilesize}</MaxFileSize>
                </triggeringPolicy>
              </appender>
              <root level="INFO"><appender-ref ref="ROLLINGFILE"/></root>
            </configuration>
            """;

    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public String shows() {
        return "ZooKeeper 3.9.5 with a rolling file starts, stops and logs the same lines as with Logback";
    }

    @Override
    public void run(Findings findings) {
        List<Path> classPath;
        try {
            classPath = classPath();
        } catch (IOException e) {
            findings.require(false, "it cannot be fetched: %s", e);
            return;
        }
        ForeignServer server = new ForeignServer(
                "ZooKeeper",
                ZooKeeper::start,
                (child, home) -> ForeignServer.files(home, "zookeeper.log"),
                LAST_WORDS_OF_THE_START,
                ZooKeeper::timeless);
        for (Jdk jdk : Jdk.all()) {
            server.compare(findings, jdk, classPath);
        }
    }

    private static ChildJvm.Start start(Jdk jdk, Path home) {
        try {
            Path settings = home.resolve("zoo.cfg");
            Files.writeString(settings, SETTINGS.formatted(home.resolve("data")));
            Path configuration = Files.writeString(home.resolve("logback.xml"), CONFIGURATION);
            return ChildJvm.of(jdk, MAIN, home).configuration(configuration).arguments(settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> classPath() throws IOException {
        List<Path> places = new ArrayList<>();
        try (InputStream list = ZooKeeper.class.getResourceAsStream("zookeeper.artifacts")) {
            for (String line : new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] parts = line.split(" ");
                places.add(Artifact.parse(parts[0]).fetch(parts[1]));
            }
        }
        return places;
    }

    /** Times, ports, sizes and directories differ, and the class path does. */
    private static String timeless(String log) {
        return log.replaceAll("java.class.path=.*", "java.class.path=")
                .replaceAll("/\\S*millrace-it-server-[^/\\s]*", "HOME")
                .replaceAll("@[0-9a-f]{5,}", "@HASH")
                .replaceAll("0x[0-9a-f]+", "0xN")
                .replaceAll("\\d+", "N");
    }
}
