package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamedSummariesTest {
    private final NamedSummaries summaries = new NamedSummaries();

    private void add(int id, String name, double... numbers) {
        for (double number : numbers) {
            NumberSummary found = summaries.find(id);
            (found != null ? found : summaries.named(id, name, true)).add(number);
        }
    }

    private List<String> names(int most, TemplateOrder order) {
        return summaries.first(most, order).stream().map(NumberSummary::name).toList();
    }

    @Test
    void shouldCountANameOnceWhateverItsIds() {
        add(7, "took {} ms", 1, 2);
        add(9, "took {} ms", 3);
        add(0, "took {} ms", 6);

        assertThat(summaries.first(10, TemplateOrder.EVENTS)).singleElement().satisfies(summary -> {
            assertThat(summary.count()).isEqualTo(4);
            assertThat(summary.mean()).isEqualTo(3);
            assertThat(summary.greatest()).isEqualTo(6);
        });
    }

    @Test
    void shouldKeepNamesWithoutAnIdApart() {
        add(0, "a", 1);
        add(0, "b", 2);

        assertThat(names(10, TemplateOrder.EVENTS)).containsExactly("a", "b");
    }

    @Test
    void shouldSumUpNewNamesWithoutAnIdOnceTheyTakeTooMuchMemory() {
        String prefix = "m".repeat(NamedSummaries.MOST_CHARS / 4);
        for (int number = 0; number < 10; number++) {
            add(0, prefix + number, Double.NaN, Double.NaN);
        }
        add(7, prefix + "with an id", 1);

        assertThat(summaries.first(20, TemplateOrder.EVENTS))
                .extracting(NumberSummary::name, NumberSummary::count)
                .containsExactly(
                        tuple(NamedSummaries.OTHERS, 14L),
                        tuple(prefix + 0, 2L),
                        tuple(prefix + 1, 2L),
                        tuple(prefix + 2, 2L),
                        tuple(prefix + "with an id", 1L));
    }

    /** A record may have any number for an id, and a name is made of one that is not in the dictionary. */
    @Test
    void I6_shouldSumUpNewNamesWithAnIdOnceTheyTakeTooMuchMemory() {
        String prefix = "m".repeat(NamedSummaries.MOST_CHARS / 4);
        for (int id = 1; id <= 10; id++) {
            add(id, prefix + id, Double.NaN, Double.NaN);
        }

        assertThat(summaries.find(3)).isNotNull();
        assertThat(summaries.find(4)).isNull();
        assertThat(summaries.first(20, TemplateOrder.EVENTS))
                .extracting(NumberSummary::name, NumberSummary::count)
                .containsExactly(
                        tuple(NamedSummaries.OTHERS, 14L),
                        tuple(prefix + 1, 2L),
                        tuple(prefix + 2, 2L),
                        tuple(prefix + 3, 2L));
    }

    @Test
    void shouldPutTheGreatestOfAnOrderFirstAndThoseWithoutNumbersLast() {
        add(1, "often", 1, 1, 1);
        add(2, "slow", 50, 50);
        add(3, "once slower", 90, 0, 0, 0);
        add(4, "no number", Double.NaN);

        assertThat(names(10, TemplateOrder.EVENTS)).containsExactly("once slower", "often", "slow", "no number");
        assertThat(names(10, TemplateOrder.MEAN)).containsExactly("slow", "once slower", "often", "no number");
        assertThat(names(2, TemplateOrder.GREATEST)).containsExactly("once slower", "slow");
        assertThat(names(-1, TemplateOrder.GREATEST)).isEmpty();
    }
}
