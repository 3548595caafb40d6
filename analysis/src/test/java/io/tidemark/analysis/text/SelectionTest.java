package io.tidemark.analysis.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionTest {
    /** Few different values, many, ascending, descending, and orders in between. */
    @Test
    void everyRankHoldsWhatSortingWouldPutThere() {
        Seeds.each(200, seed -> {
            Random random = Seeds.random(seed);
            long range = 1L << random.nextInt(40);
            long[] values =
                    random.longs(1 + random.nextInt(3000), -range, range).toArray();
            if (random.nextBoolean()) {
                Arrays.sort(values, 0, random.nextInt(values.length));
            }
            int[] ranks =
                    random.ints(random.nextInt(8), 0, values.length).sorted().toArray();
            long[] sorted = values.clone();
            Arrays.sort(sorted);

            Selection.place(values, ranks);

            for (int rank : ranks) {
                assertThat(values[rank]).as("rank %d", rank).isEqualTo(sorted[rank]);
            }
            Arrays.sort(values);
            assertThat(values).isEqualTo(sorted); // none was lost
        });
    }
}
