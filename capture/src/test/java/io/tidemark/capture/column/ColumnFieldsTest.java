package io.tidemark.capture.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fields of records that are taken many at a time are those that are taken one by one. */
class ColumnFieldsTest {
    private static final int STEP = 4;
    private static final int ROWS = 70_000; // more than two chunks

    /** Words of records, most of them close to each other as in a run, some of them anywhere. */
    private static long[] words(Random random, double far) {
        long[] words = new long[ROWS * STEP];
        long now = 1L << 40;
        for (int at = 0; at < words.length; at += STEP) {
            now += random.nextInt(1000);
            words[at] = random.nextDouble() < far ? any(random) : now;
            words[at + 1] = random.nextDouble() < far ? any(random) : words[at] + random.nextInt(1 << 20);
            words[at + 2] = random.nextLong();
        }
        return words;
    }

    private static long any(Random random) {
        long[] edges = {0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 1L << 40, 1L << 62};
        return random.nextBoolean() ? edges[random.nextInt(edges.length)] : random.nextLong();
    }

    @Test
    void spansAreTheSameNearAndFar() {
        for (double far : new double[] {0, 0.0005, 0.3}) {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            long[] words = words(random, far);
            SpanColumn single = new SpanColumn();
            for (int at = 0; at < words.length; at += STEP) {
                single.add(words[at], words[at + 1]);
            }
            SpanColumn many = new SpanColumn();
            for (int row = 0; row < ROWS; ) { // blocks of any size
                int count = Math.min(ROWS - row, 1 + random.nextInt(3000));
                many.addFields(words, row * STEP, STEP, count);
                row += count;
            }
            String what = "seed=" + seed + " far=" + far;
            assertThat(many.size()).as(what).isEqualTo(ROWS);
            for (int row = 0; row < ROWS; row++) {
                assertThat(many.start(row)).as(what).isEqualTo(single.start(row));
                assertThat(many.end(row)).as(what).isEqualTo(single.end(row));
            }
            assertThat(many.isTimed()).as(what).isEqualTo(single.isTimed());
            assertThat(extent(many.starts())).as(what).isEqualTo(extent(single.starts()));
            assertThat(extent(many.ends())).as(what).isEqualTo(extent(single.ends()));
        }
    }

    private static String extent(Extent extent) {
        return extent.lowest() + " " + extent.highest();
    }

    @Test
    void numbersAreTheSame() {
        long seed = System.nanoTime();
        long[] words = words(new Random(seed), 0);
        IntColumn ints = new IntColumn();
        LongColumn longs = new LongColumn();
        ByteColumn bytes = new ByteColumn();
        ShortColumn shorts = new ShortColumn();
        ShortColumn highest = new ShortColumn();
        byte[] values = new byte[ROWS];
        new Random(seed).nextBytes(values);
        for (int row = 0; row < ROWS; ) {
            int count = Math.min(ROWS - row, 777);
            ints.addFields(words, row * STEP + 2, STEP, count, 32);
            longs.addFields(words, row * STEP + 2, STEP, count, 0xFFFF_FFFF_FFFFL);
            bytes.addAll(Arrays.copyOfRange(values, row, row + count), count);
            shorts.addAll((short) row, count);
            highest.addFields(words, row * STEP + 2, STEP, count, 48);
            row += count;
        }
        for (int row = 0; row < ROWS; row++) {
            String what = "seed=" + seed + " row=" + row;
            long word = words[row * STEP + 2];
            assertThat(ints.get(row)).as(what).isEqualTo((int) (word >>> 32));
            assertThat(longs.get(row)).as(what).isEqualTo(word & 0xFFFF_FFFF_FFFFL);
            assertThat(bytes.get(row)).as(what).isEqualTo(values[row]);
            assertThat(highest.get(row)).as(what).isEqualTo((short) (word >>> 48));
            assertThat(shorts.get(row)).as(what).isEqualTo((short) (row / 777 * 777));
        }
    }
}
