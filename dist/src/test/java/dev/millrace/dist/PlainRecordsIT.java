package dev.millrace.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The records of the modules, which the jar has as plain classes, are equal and have the hashes that records have. */
@Timeout(120)
class PlainRecordsIT {
    @Test
    void shouldBeEqualAndHaveTheHashOfTheRecords() throws Exception {
        int compared = 0;
        try (URLClassLoader plain = loader(Artifacts.millraceJar());
                URLClassLoader records = loader(Artifacts.debugJar());
                JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (!entry.getName().endsWith(".class") || entry.getName().equals("module-info.class")) {
                    continue;
                }
                String name = entry.getName().replace(".class", "").replace('/', '.');
                Class<?> type = Class.forName(name, false, plain);
                if (type.getSuperclass() != null
                        && type.getSuperclass().getSimpleName().equals("Values")) {
                    assertThat(Class.forName(name, false, records).isRecord())
                            .as(name)
                            .isTrue();
                    compared += compare(type, Class.forName(name, false, records));
                }
            }
        }

        // Others take no values that are made up.
        assertThat(compared).isGreaterThan(60);
    }

    private static int compare(Class<?> plain, Class<?> record) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(types).map(type -> value(type, 7)).toArray();
        Optional<Object> expected = make(record, types, values);
        Optional<Object> one = make(plain, types, values);
        if (expected.isEmpty()) {
            assertThat(one).as(plain.getName()).isEmpty();
            return 0;
        }

        assertThat(one).as(plain.getName()).isPresent();
        assertThat(one.get())
                .isEqualTo(make(plain, types, values).orElseThrow())
                .isNotEqualTo("another");
        assertThat(one.get().hashCode())
                .as(plain.getName())
                .isEqualTo(expected.get().hashCode());
        assertThat(one.get().toString()).isNotNull();
        for (int i = 0; i < types.length; i++) {
            Object[] others = values.clone();
            others[i] = value(types[i], 8);
            Optional<Object> otherRecord = make(record, types, others);
            if (otherRecord.isPresent()) {
                assertThat(one.get().equals(make(plain, types, others).orElseThrow()))
                        .as(plain.getName() + ' ' + i)
                        .isEqualTo(expected.get().equals(otherRecord.get()));
            }
        }
        return 1;
    }

    /** Empty where the record does not take these values. */
    private static Optional<Object> make(Class<?> type, Class<?>[] types, Object[] values)
            throws ReflectiveOperationException {
        Class<?>[] own = new Class<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            own[i] = types[i].getName().contains("dev.millrace.")
                    ? Class.forName(types[i].getName(), false, type.getClassLoader())
                    : types[i];
        }
        Constructor<?> constructor = type.getDeclaredConstructor(own);
        constructor.setAccessible(true);
        try {
            return Optional.of(constructor.newInstance(values));
        } catch (InvocationTargetException e) {
            return Optional.empty();
        }
    }

    private static Object value(Class<?> type, int seed) {
        if (type == int.class) {
            return seed;
        } else if (type == long.class) {
            return seed * 10_000_000_019L;
        } else if (type == boolean.class) {
            return seed % 2 == 0;
        } else if (type == char.class) {
            return (char) ('a' + seed);
        } else if (type == byte.class) {
            return (byte) seed;
        } else if (type == short.class) {
            return (short) seed;
        } else if (type == double.class) {
            return seed / 3.0;
        } else if (type == float.class) {
            return seed / 3.0f;
        } else if (type.isAssignableFrom(String.class)) {
            return "text " + seed;
        } else if (type == Path.class) {
            return Path.of("folder", "file" + seed);
        }
        return null;
    }

    private static URLClassLoader loader(Path jar) throws MalformedURLException {
        URL[] jars = {jar.toUri().toURL(), Artifacts.slf4jJar().toUri().toURL()};
        return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    }
}
