package io.tidemark.runtime.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.RegionOverlap;
import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the index finds in one buffer, against a walk over all its regions; the seed of a difference is printed. */
class RetiredWritersTest {
    private static final int PROGRAMS = 2_000;
    private static final int REGIONS = 60;
    private static final int ELEMENTS = 24 * 32;

    @Test
    void everyQuestionIsAnsweredAsAWalkOverAllRegionsAnswersIt() {
        Seeds.each(PROGRAMS, RetiredWritersTest::check);
    }

    private static void check(long seed) {
        Random random = new Random(seed);
        RetiredWriters index = new RetiredWriters();
        List<WrittenRegion> all = new ArrayList<>();
        for (int i = 0; i < REGIONS; i++) {
            WrittenRegion written = new WrittenRegion(i, i, view(random));
            index.add(written);
            all.add(written);
            Tensor asked = view(random);
            assertThat(describe(index.overlapping(asked))).as("%s", asked).isEqualTo(walk(all, asked));
            if (random.nextInt(3) == 0) {
                index.remove(all.remove(random.nextInt(all.size())));
            }
        }
    }

    private static List<String> describe(List<RetiredWriters.Touched> touched) {
        return touched.stream()
                .map(each -> each.region().sequence() + " " + each.covered())
                .toList();
    }

    private static List<String> walk(List<WrittenRegion> all, Tensor asked) {
        List<String> found = new ArrayList<>();
        for (WrittenRegion region : all.reversed()) {
            Overlap overlap = RegionOverlap.of(asked, region.tensor());
            if (overlap != Overlap.NO_OVERLAP) {
                found.add(region.sequence() + " " + (overlap == Overlap.COVERED));
            }
        }
        return found;
    }

    /** Rows, columns, tiles, boxes of three axes, views that leave their rows, other types and versions. */
    private static Tensor view(Random random) {
        DType[] types = {DType.FLOAT32, DType.FLOAT32, DType.FLOAT32, DType.FLOAT16};
        DType type = types[random.nextInt(types.length)];
        int[] lengths = {32, 32, 32, 24, 16};
        int length = lengths[random.nextInt(lengths.length)];
        int rows = ELEMENTS / length;
        int shape = random.nextInt(8);
        int row = random.nextInt(rows);
        int column = random.nextInt(length);
        int height = shape == 0 ? rows - row : 1 + random.nextInt(Math.min(4, rows - row));
        int width = shape == 1 ? length - column : 1 + random.nextInt(Math.min(4, length - column));
        long start = (long) row * length + column;
        Tensor made =
                switch (shape) {
                    case 2 -> strided(type, new int[] {width}, new long[] {1}, start);
                    case 3 -> strided(type, new int[] {height, 1, width}, new long[] {length, 4, 1}, start / 4 * 4);
                    case 4 -> strided(type, new int[] {1, length}, new long[] {length, 1}, start % (ELEMENTS - length));
                    case 5 -> strided(type, new int[] {rows, length}, new long[] {length, 1}, 0);
                    default -> strided(type, new int[] {height, width}, new long[] {length, 1}, start);
                };
        return random.nextInt(12) == 0 ? made.withVersion(1 + random.nextInt(2)) : made;
    }

    private static Tensor strided(DType type, int[] shape, long[] strides, long start) {
        return Tensor.ofStrided(0x10_0000, ELEMENTS, type, shape, strides, start);
    }
}
