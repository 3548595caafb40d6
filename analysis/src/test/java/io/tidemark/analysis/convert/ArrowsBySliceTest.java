package io.tidemark.analysis.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.convert.arrow.ArrowsBySlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArrowsBySliceTest {
    /** Against the obvious: all arrows looked through for each slice. */
    @Test
    void everySliceHasItsArrowsInOrderOfNumber() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            int slices = 1 + random.nextInt(1_000);
            int size = random.nextInt(300);
            int[] sliceOf = new int[size + random.nextInt(3)]; // room to grow is not looked at
            for (int arrow = 0; arrow < size; arrow++) {
                sliceOf[arrow] = random.nextInt(slices);
            }
            ArrowsBySlice arrows = new ArrowsBySlice(sliceOf, size);
            for (int slice = 0; slice < slices + 70; slice++) {
                List<Integer> found = new ArrayList<>();
                for (int at = arrows.begin(slice); at < arrows.end(slice); at++) {
                    found.add(arrows.arrow(at));
                }
                int wanted = slice;
                assertThat(found)
                        .as("seed %d, slice %d", seed, slice)
                        .isEqualTo(IntStream.range(0, size)
                                .filter(arrow -> sliceOf[arrow] == wanted)
                                .boxed()
                                .toList());
            }
        }
    }
}
