package dev.millrace.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.infra.runners.TestList;

class VerdictTest {
    private static final CaseResult GOOD_A = new CaseResult("a", CaseResult.NORMAL, 1000, List.of());
    private static final CaseResult GOOD_B = new CaseResult("b", CaseResult.NORMAL, 1000, List.of());

    @Test
    void shouldBeGoodWhenEveryCaseRanAndSawNothingForbidden() {
        assertThat(Verdict.of(2, Set.of("a", "b"), List.of(GOOD_A, GOOD_B, GOOD_A))
                        .isGood())
                .isTrue();
    }

    @Test
    void shouldComplainOfACaseThatDidNotRun() {
        assertThat(Verdict.of(2, Set.of("a", "b"), List.of(GOOD_A)).complaints())
                .containsExactly("b did not run");
    }

    @Test
    void shouldComplainOfACaseThatWasNotFound() {
        assertThat(Verdict.of(2, Set.of("a"), List.of(GOOD_A)).complaints())
                .singleElement()
                .asString()
                .contains("1 cases were found, there are 2");
    }

    @Test
    void shouldComplainOfAConfigurationThatTriedNothingOrBroke() {
        CaseResult empty = new CaseResult("b", CaseResult.NORMAL, 0, List.of());
        CaseResult broken = new CaseResult("b", "VM_ERROR", 0, List.of());

        assertThat(Verdict.of(2, Set.of("a", "b"), List.of(GOOD_A, GOOD_B, empty, broken))
                        .complaints())
                .containsExactly("b tried nothing in one configuration", "b did not run to its end: VM_ERROR");
    }

    @Test
    void shouldComplainOfWhatIsForbidden() {
        CaseResult torn = new CaseResult("b", CaseResult.NORMAL, 10, List.of("Observed forbidden state: torn"));

        assertThat(Verdict.of(2, Set.of("a", "b"), List.of(GOOD_A, torn)).complaints())
                .containsExactly("b: Observed forbidden state: torn");
    }

    @Test
    void shouldKnowHowManyCasesThereAre() {
        assertThat(TestList.tests()).hasSize(Stress.CASES);
    }
}
