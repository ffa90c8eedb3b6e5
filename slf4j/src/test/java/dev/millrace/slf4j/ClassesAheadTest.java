package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassesAheadTest {
    @Test
    void shouldNameEachClassOnce() {
        List<String> names = List.of(ClassesAhead.names());

        assertThat(names).hasSizeGreaterThan(100);
        assertThat(names.stream().map(ClassesAheadTest::plain)).doesNotHaveDuplicates();
    }

    @Test
    void shouldMarkTheClassesThatHaveAStaticInitialiser() throws IOException {
        List<String> marked = new ArrayList<>();
        for (String name : ClassesAhead.names()) {
            marked.add(plain(name) + (hasStaticInitialiser(plain(name)) ? "*" : ""));
        }

        assertThat(ClassesAhead.names()).containsExactlyElementsOf(marked);
    }

    private static String plain(String name) {
        return name.replace("*", "");
    }

    private static boolean hasStaticInitialiser(String name) throws IOException {
        try (InputStream file =
                ClassesAhead.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            assertThat(file).as(name).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1).contains("<clinit>");
        }
    }
}
