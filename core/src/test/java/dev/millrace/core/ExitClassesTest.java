package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class ExitClassesTest {
    @Test
    void shouldNameClassesThatThereAre() {
        assertThatCode(ExitClasses::load).doesNotThrowAnyException();
    }
}
