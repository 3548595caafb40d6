package io.tidemark.chip.simulated.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.testkit.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WakeTreeTest {
    @Test
    void theEarliestGoesFirstAndOfEqualOnesTheKindsInTheirOrder() {
        Seeds.each(50, seed -> {
            RandomGenerator random = Seeds.random(seed);
            int busy = random.nextInt(1, 6);
            int firstLate = busy + random.nextInt(0, 150);
            int firstInOrder = firstLate + random.nextInt(0, 4);
            int actors = firstInOrder + random.nextInt(0, 150);
            WakeTree tree = new WakeTree(busy, firstLate, firstInOrder, actors);
            long[] model = new long[actors];
            Arrays.fill(model, WakeTree.NEVER);
            for (int change = 0; change < 500; change++) {
                int actor = random.nextInt(actors);
                long moment = random.nextInt(5) == 0 ? WakeTree.NEVER : random.nextInt(1, 40);
                tree.set(actor, moment);
                model[actor] = moment;
                int first = IntStream.range(0, actors)
                        .boxed()
                        .min(Comparator.comparingLong((Integer each) -> model[each])
                                .thenComparing(each -> each >= firstLate && each < firstInOrder)
                                .thenComparing(each -> each))
                        .orElseThrow();
                assertEquals(model[first], tree.firstAt());
                assertEquals(moment, tree.at(actor));
                if (model[first] != WakeTree.NEVER) {
                    assertEquals(first, tree.first());
                }
                assertEquals(Arrays.stream(model, busy, actors).min().orElse(WakeTree.NEVER), tree.restAt());
            }
        });
    }
}
