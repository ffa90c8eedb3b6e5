package dev.millrace.samples.gateway.demo;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the build has put what the demo needs.
 *
 * @param target the samples' target folder
 */
record DemoHome(Path target) {
    /** System property that names the samples' target folder. */
    static final String PROPERTY = "millrace.demo.home";

    static DemoHome locate() {
        DemoHome home = new DemoHome(
                Path.of(System.getProperty(PROPERTY, "samples/target")).toAbsolutePath());
        for (Backend backend : Backend.values()) {
            if (!Files.isRegularFile(backend.configurationFile(home))) {
                throw missing(backend.configurationFile(home));
            }
        }
        for (String folder : new String[] {"app", "none", "logback", "millrace"}) {
            if (!Files.isDirectory(home.jars(folder))) {
                throw missing(home.jars(folder));
            }
        }
        return home;
    }

    private static DemoFailure missing(Path path) {
        return new DemoFailure(ExitCode.ENVIRONMENT, "missing: " + path + " (build it: ./mvnw -DskipTests package)");
    }

    Path gatewayClasses() {
        return target.resolve("classes");
    }

    Path configuration(String name) {
        return target.resolve("classes/gateway").resolve(name);
    }

    Path jars(String folder) {
        return target.resolve("demo").resolve(folder);
    }
}
