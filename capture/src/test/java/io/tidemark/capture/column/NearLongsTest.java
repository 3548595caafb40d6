package io.tidemark.capture.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values come back as they were put, however far apart they lie. */
class NearLongsTest {
    private static final long[] EDGES = {
        0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, (1L << 31) - 1, -(1L << 31), 1L << 62
    };

    @Test
    void valuesNearAndFarAreKept() {
        for (double far : new double[] {0, 0.0003, 0.2, 1}) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            for (int size : new int[] {0, 1, 1023, 1024, 1025, 20_000}) {
                long[] values = values(random, size, far);
                NearLongs column = new NearLongs(size);
                for (int row = 0; row < size; row++) {
                    column.put(row, values[row]);
                }
                assertThat(column.size()).isEqualTo(size);
                for (int row = 0; row < size; row++) {
                    assertThat(column.get(row))
                            .as("seed=%d far=%s size=%d row=%d", seed, far, size, row)
                            .isEqualTo(values[row]);
                }
            }
        }
    }

    private static long[] values(Random random, int size, double far) {
        long[] values = new long[size];
        long now = random.nextLong();
        for (int row = 0; row < size; row++) {
            now += random.nextInt(2000) - 100;
            values[row] = random.nextDouble() < far ? any(random, now) : now;
        }
        return values;
    }

    private static long any(Random random, long now) {
        long edge = EDGES[random.nextInt(EDGES.length)];
        return random.nextBoolean() ? edge : random.nextBoolean() ? now + edge : random.nextLong();
    }
}
