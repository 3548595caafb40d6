package io.tidemark.analysis.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.convert.view.CounterLanes;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A counter that is drawn keeps few steps, whatever it had, and its peaks. */
class CounterThinningTest {
    private static final int MOST_DRAWN = 20_000;

    private static CounterTrack track(Random random, int steps) {
        CounterBuilder builder = new CounterBuilder();
        for (int step = 0; step < steps; step++) {
            builder.add(10L * step, 1 + (step & 1) * random.nextInt(1_000_000));
        }
        return builder.build("key", "name", CounterUnit.COUNT, 7);
    }

    @Test
    void aStepStandsForTheHighestOfItsStretch() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            CounterTrack whole = track(random, 1 + random.nextInt(500));
            int most = 1 + random.nextInt(120);
            CounterTrack few = whole.thinned(most);
            String what = "seed=" + seed + " steps=" + whole.size() + " most=" + most;
            int stride = Math.max(1, (whole.size() + most - 1) / most);
            assertThat(few.size()).as(what).isEqualTo((whole.size() + stride - 1) / stride);
            assertThat(few.size()).as(what).isLessThanOrEqualTo(most);
            for (int step = 0; step < few.size(); step++) {
                double highest = 0;
                int first = step * stride;
                for (int at = first; at < Math.min(whole.size(), first + stride); at++) {
                    highest = Math.max(highest, whole.value(at));
                }
                assertThat(few.value(step)).as(what).isEqualTo(highest);
                assertThat(few.nanos(step)).as(what).isEqualTo(whole.nanos(first));
            }
            assertThat(few.highest()).as(what).isEqualTo(whole.highest());
            assertThat(few.capacity()).isEqualTo(7);
        }
    }

    @Test
    void whatIsDrawnHasABound() {
        CounterTrack whole = track(new Random(1), 300_000);
        assertThat(whole.size()).isGreaterThan(10 * MOST_DRAWN);
        assertThat(CounterLanes.drawn(whole).size()).isBetween(MOST_DRAWN / 2, MOST_DRAWN);
    }

    @Test
    void fewStepsStayAsTheyAre() {
        CounterTrack whole = track(new Random(1), 300);
        assertThat(CounterLanes.drawn(whole)).isSameAs(whole);
    }
}
