package dev.millrace.samples.gateway.demo;

import java.nio.file.Path;
import java.util.List;

/** What the gateway logs through: a folder of jars and a folder with its logback.xml, both put on the class path. */
enum Backend {
    NONE("no logging", "none", "sync"),
    LOGBACK_SYNC("Logback, synchronous", "logback", "sync"),
    LOGBACK_ASYNC("Logback, AsyncAppender", "logback", "async"),
    /** Reads the very file that {@link #LOGBACK_SYNC} reads. */
    MILLRACE("Millrace", "millrace", "sync");

    private final String title;
    private final String jars;
    private final String configuration;

    Backend(String title, String jars, String configuration) {
        this.title = title;
        this.jars = jars;
        this.configuration = configuration;
    }

    String title() {
        return title;
    }

    /** Name for folders. */
    String folder() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    boolean logs() {
        return this != NONE;
    }

    /** The gateway's class path on this backend. */
    List<String> classPath(DemoHome home) {
        return List.of(
                home.gatewayClasses().toString(),
                home.configuration(configuration).toString(),
                home.jars("app") + "/*",
                home.jars(jars) + "/*");
    }

    /** The logback.xml it reads. */
    Path configurationFile(DemoHome home) {
        return home.configuration(configuration).resolve("logback.xml");
    }
}
