package dev.millrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.event.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RepeatedMessagesTest {
    private static final int OVERFLOWS = 300;
    private static final long STACK_BYTES = 256 << 10;

    private final RepeatedMessages messages = new RepeatedMessages(new TurboFilterPlan.Duplicate(1, 3));

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void I9_shouldHoldNobodyUpWhereTheStackHasOverflowed() throws InterruptedException {
        for (int i = 0; i < OVERFLOWS; i++) {
            String message = "message " + i;
            Thread thread = new Thread(null, () -> askToTheEnd(message, 0), "overflows", STACK_BYTES + i * 16L);
            thread.start();
            thread.join();
        }

        assertThat(messages.decide(null, Levels.INFO, "new")).isEqualTo(Reply.NEUTRAL);
        assertThat(messages.decide(null, Levels.INFO, "new")).isEqualTo(Reply.NEUTRAL);
        assertThat(messages.decide(null, Levels.INFO, "new")).isEqualTo(Reply.DENY);
    }

    private long askToTheEnd(String message, int depth) {
        try {
            return askToTheEnd(message, depth + 1) + 1;
        } catch (StackOverflowError e) {
            // Where that has no room either, the caller of this one has a little more.
            messages.decide(null, Levels.INFO, message);
            return 0;
        }
    }
}
