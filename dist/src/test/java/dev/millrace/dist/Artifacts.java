package dev.millrace.dist;

import java.nio.file.Path;

/** The files that the build hands to the tests. */
final class Artifacts {
    private Artifacts() {}

    static Path millraceJar() {
        return Path.of(System.getProperty("millrace.jar"));
    }

    /** The same classes as the compiler has written them. */
    static Path debugJar() {
        String name = millraceJar().getFileName().toString();
        return millraceJar().resolveSibling(name.replace(".jar", "-debug.jar"));
    }

    static Path slf4jJar() {
        return Path.of(System.getProperty("millrace.slf4j.jar"));
    }

    static Path publishedPom() {
        return millraceJar().resolveSibling("published-pom.xml");
    }

    /** The methods and constants that the build left out of the jar: a line for each, with its class in front. */
    static Path unusedMembers() {
        return millraceJar().resolveSibling("unused-members.txt");
    }

    /** The folder of a sibling module's classes. */
    static Path classesOf(String module) {
        return Path.of("..", module, "target", "classes");
    }
}
