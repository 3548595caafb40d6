package io.tidemark.analysis.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StepSweepTest {
    private static final long SEED = 11;

    /** One channel has a walk of its own, which sees what it sees beside an empty channel. */
    @Test
    void oneChannelIsSeenAsAmongSeveral() {
        Random random = new Random(SEED);
        for (int intervals = 0; intervals < 60; intervals++) {
            StepSweep alone = new StepSweep(1);
            StepSweep beside = new StepSweep(2);
            for (int at = 0; at < intervals; at++) {
                long begin = random.nextLong(40) - 20; // many begin and end together
                long end = random.nextInt(30) == 0 ? Long.MAX_VALUE : begin + random.nextLong(9);
                alone.add(0, begin, end);
                beside.add(0, begin, end);
            }
            assertThat(seen(alone)).as("seed %d, %d", SEED, intervals).isEqualTo(seen(beside));
        }
    }

    private static List<List<Long>> seen(StepSweep sweep) {
        List<List<Long>> stretches = new ArrayList<>();
        sweep.run((begin, end, counts) -> stretches.add(List.of(begin, end, (long) counts[0])));
        return stretches;
    }
}
