package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClassesAheadTest {
    @Test
    void shouldNameEachClassOnceAndNoneThatIsNotThere() {
        List<String> names = ClassesAhead.names();

        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        assertThat(names).allSatisfy(name -> assertThatCode(
                        () -> Class.forName(name, false, getClass().getClassLoader()))
                .doesNotThrowAnyException());
    }
}
