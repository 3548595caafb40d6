package io.tidemark.chip.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClockTest {
    @Test
    void aVirtualClockMovesWhenToldAndNeverStandsStill() {
        VirtualClock clock = new VirtualClock(50_000_000L);
        long nanos = clock.nanos();
        assertThat(clock.nanos()).isGreaterThan(nanos);
        long ticks = clock.ticks();
        clock.advanceNanos(2_000);
        assertThat(clock.ticks() - ticks).isEqualTo(100);
        assertThat(clock.micros(100)).isEqualTo(2.0);
        assertThatThrownBy(() -> clock.advanceNanos(-1)).hasMessageContaining("by=-1");
    }

    @Test
    void theRealClockIsScaledToTheDevice() {
        RealClock clock = new RealClock(50_000_000L);
        long before = System.nanoTime() / 20;
        long ticks = clock.ticks();
        assertThat(ticks).isBetween(before, System.nanoTime() / 20);
        assertThatThrownBy(() -> new RealClock(3)).hasMessageContaining("hertz=3");
    }

    @Test
    void everyLengthOfATickDividesExactlyForYears() {
        long tenYears = 10L * 365 * 24 * 3_600 * 1_000_000_000L;
        for (long nanosPerTick : new long[] {1, 2, 4, 5, 8, 10, 16, 20, 25, 40}) {
            long reciprocal = RealClock.reciprocal(nanosPerTick);
            for (long from : new long[] {0, 1L << 32, tenYears}) {
                for (long nanos = from; nanos < from + 10_000; nanos++) {
                    assertThat(RealClock.ticks(nanos, reciprocal)).isEqualTo(nanos / nanosPerTick);
                }
            }
        }
    }
}
