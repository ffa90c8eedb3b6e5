package dev.millrace.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdVerdictsTest {
    private final IdVerdicts verdicts = new IdVerdicts();

    @Test
    void shouldRememberWhatWasSaidOfAnyId() {
        verdicts.put(7, IdVerdicts.YES);
        verdicts.put(Integer.MIN_VALUE, IdVerdicts.NO);

        assertThat(verdicts.get(7)).isEqualTo(IdVerdicts.YES);
        assertThat(verdicts.get(Integer.MIN_VALUE)).isEqualTo(IdVerdicts.NO);
        assertThat(verdicts.get(8)).isEqualTo(IdVerdicts.UNKNOWN);
    }

    @Test
    void I6_shouldNotGrowWithIdsThatNoDictionaryHas() {
        for (int id = 1; id <= IdVerdicts.MOST_IDS + 1; id++) {
            verdicts.put(id, IdVerdicts.YES);
        }

        assertThat(verdicts.get(IdVerdicts.MOST_IDS)).isEqualTo(IdVerdicts.YES);
        assertThat(verdicts.get(IdVerdicts.MOST_IDS + 1)).isEqualTo(IdVerdicts.UNKNOWN);
    }
}
