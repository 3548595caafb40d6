package io.tidemark.chip.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.testkit.Seeds;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class WakeTreeTest {
    @Test
    void theEarliestGoesFirstAndOfEqualOnesTheLowest() {
        Seeds.each(
                50,
                seed -> {
                    RandomGenerator random = Seeds.random(seed);
                    int actors = random.nextInt(1, 300);
                    WakeTree tree = new WakeTree(actors);
                    long[] model = new long[actors];
                    Arrays.fill(model, WakeTree.NEVER);
                    for (int change = 0; change < 500; change++) {
                        int actor = random.nextInt(actors);
                        long moment =
                                random.nextInt(5) == 0 ? WakeTree.NEVER : random.nextInt(1, 40);
                        tree.set(actor, moment);
                        model[actor] = moment;
                        int first = 0;
                        for (int other = 1; other < actors; other++) {
                            first = model[other] < model[first] ? other : first;
                        }
                        assertEquals(model[first], tree.firstAt());
                        assertEquals(first, tree.first());
                    }
                });
    }
}
