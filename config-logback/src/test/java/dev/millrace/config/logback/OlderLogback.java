package dev.millrace.config.logback;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An older Logback, with Janino, in a class loader of its own. */
final class OlderLogback implements AutoCloseable {
    private final URLClassLoader loader;
    private final Method describe;
    private final Method statuses;
    private final Method run;

    /** The last one that evaluates {@code <if condition="…">}. */
    static OlderLogback withConditions() throws IOException, ReflectiveOperationException {
        return new OlderLogback("logback-with-conditions");
    }

    /** The last one for SLF4J 1.7, which most configurations were written for. */
    static OlderLogback forSlf4j17() throws IOException, ReflectiveOperationException {
        return new OlderLogback("logback-for-slf4j-1.7");
    }

    private OlderLogback(String folder) throws IOException, ReflectiveOperationException {
        Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        List<URL> urls = new ArrayList<>();
        try (Stream<Path> jars = Files.list(base.resolve("target").resolve(folder))) {
            for (Path jar : jars.sorted().toList()) {
                urls.add(jar.toUri().toURL());
            }
        }
        // Behind these jars, so that the other Logback on it is never reached.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : classPath.split(File.pathSeparator)) {
            urls.add(address(entry));
        }
        loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Class<?> oracle = loader.loadClass(LogbackOracle.class.getName());
        describe = oracle.getDeclaredMethod("describe", byte[].class);
        describe.setAccessible(true);
        statuses = oracle.getDeclaredMethod("statuses", byte[].class);
        statuses.setAccessible(true);
        run = oracle.getDeclaredMethod("run", byte[].class, List.class);
        run.setAccessible(true);
    }

    private static URL address(String entry) throws MalformedURLException {
        return new File(entry).toURI().toURL();
    }

    /** As {@link LogbackOracle#describe}. */
    String describe(byte[] xml) {
        return (String) call(describe, (Object) xml);
    }

    /** As {@link LogbackOracle#statuses}. */
    String statuses(byte[] xml) {
        return (String) call(statuses, (Object) xml);
    }

    /** As {@link LogbackOracle#run}. */
    void run(byte[] xml, List<String> events) {
        call(run, xml, events);
    }

    private static Object call(Method method, Object... arguments) {
        try {
            return method.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
