package io.tidemark.chip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ClockAnchor;
import io.tidemark.chip.simulated.RealClock;
import org.junit.jupiter.api.Test;

class ClockDomainTest {
    @Test
    void anAnchorHoldsTheTickWithinItsUncertainty() {
        ClockDomain domain = new ClockDomain("core", new RealClock(1_000_000_000L)); // ticks are ns
        for (int i = 0; i < 1_000; i++) {
            long before = System.nanoTime();
            ClockAnchor anchor = domain.anchor();
            long after = System.nanoTime();
            assertThat(anchor.monotonicNanos()).isBetween(before, after);
            assertThat(Math.abs(anchor.tick() - anchor.monotonicNanos()))
                    .isLessThanOrEqualTo(anchor.uncertaintyNanos());
        }
        assertThat(domain.hertz()).isEqualTo(1_000_000_000L);
    }
}
