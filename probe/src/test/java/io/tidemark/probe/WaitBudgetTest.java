package io.tidemark.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.FakeClock;
import org.junit.jupiter.api.Test;

class WaitBudgetTest {
    private static final long TIMEOUT = 4_000;

    private final FakeClock clock = new FakeClock(7);
    private final WaitBudget budget = new WaitBudget(TIMEOUT, clock);

    private boolean isSpentAfter(long nanos) {
        clock.advance(nanos);
        return budget.isSpent();
    }

    @Test
    void itIsSpentWhenTheLooksAddUpToItsTime() {
        assertThat(isSpentAfter(1_000_000))
                .as("before the first look nothing counts")
                .isFalse();
        for (int look = 0; look < 39; look++) {
            assertThat(isSpentAfter(100)).as("look %d", look).isFalse();
        }
        assertThat(isSpentAfter(100)).isTrue();
        assertThat(isSpentAfter(0)).as("and stays spent").isTrue();
        budget.end();
        assertThat(isSpentAfter(TIMEOUT)).as("until the wait ends").isFalse();
    }

    @Test
    void aLongTimeWithoutALookCountsForAQuarterAtMost() {
        assertThat(budget.isSpent()).isFalse();
        assertThat(isSpentAfter(1_000 * TIMEOUT)).isFalse();
        assertThat(isSpentAfter(1_000 * TIMEOUT)).isFalse();
        assertThat(isSpentAfter(1_000 * TIMEOUT)).isFalse();
        assertThat(isSpentAfter(1_000 * TIMEOUT)).isTrue();
    }

    @Test
    void noTimeAtAllIsSpentAtOnce() {
        assertThat(new WaitBudget(0, clock).isSpent()).isTrue();
    }
}
