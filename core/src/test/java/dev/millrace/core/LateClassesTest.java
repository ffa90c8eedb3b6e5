package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class LateClassesTest {
    @Test
    void shouldNameClassesThatThereAre() {
        assertThatCode(LateClasses::load).doesNotThrowAnyException();
    }
}
