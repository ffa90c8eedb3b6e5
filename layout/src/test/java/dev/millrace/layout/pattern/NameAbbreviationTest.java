package dev.millrace.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.pattern.ClassNameOnlyAbbreviator;
import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameAbbreviationTest {
    @Test
    void shouldShortenPackagesFromTheLeft() {
        assertThat(NameAbbreviation.shorten("com.example.orders.OrderService", 20))
                .isEqualTo("c.e.o.OrderService");
        assertThat(NameAbbreviation.shorten("com.example.orders.OrderService", 25))
                .isEqualTo("c.e.orders.OrderService");
    }

    @Test
    void shouldShortenAsLogbackDoesForAnyName() {
        Random random = new Random(6);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                name.append(random.nextInt(4) == 0 ? '.' : (char) ('a' + random.nextInt(26)));
            }
            int target = 1 + random.nextInt(35);
            String text = name.toString();
            assertThat(NameAbbreviation.shorten(text, target))
                    .as("%s to %d", text, target)
                    .isEqualTo(new TargetLengthBasedClassNameAbbreviator(target).abbreviate(text));
            assertThat(NameAbbreviation.lastPart(text)).isEqualTo(new ClassNameOnlyAbbreviator().abbreviate(text));
        }
    }
}
