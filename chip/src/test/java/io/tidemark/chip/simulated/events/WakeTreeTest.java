package io.tidemark.chip.simulated.events;

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
                    WakeTree tree =
                            new WakeTree(actors, random.nextInt(1, Math.min(actors, 6) + 1));
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
                        int absent = random.nextInt(actors);
                        if (model[absent] == WakeTree.NEVER) {
                            long at = random.nextInt(1, 40);
                            boolean isFirst =
                                    at < model[first] || at == model[first] && absent < first;
                            assertEquals(isFirst, tree.isFirst(absent, at));
                        }
                    }
                });
    }
}
