package io.tidemark.capture.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnsTest {
    @Test
    void columnsKeepWhatWasAddedAcrossManyChunks() {
        LongColumn longs = new LongColumn();
        IntColumn ints = new IntColumn();
        ShortColumn shorts = new ShortColumn();
        ByteColumn bytes = new ByteColumn();
        int size = 200_003;
        for (int row = 0; row < size; row++) {
            longs.add(row * 1_000_000_007L);
            ints.add(-row);
            shorts.add((short) row);
            bytes.add((byte) row);
        }
        longs.set(70_000, 5);
        for (int row = 0; row < size; row++) {
            assert longs.get(row) == (row == 70_000 ? 5 : row * 1_000_000_007L) : row;
            assert ints.get(row) == -row && shorts.get(row) == (short) row : row;
            assert bytes.get(row) == (byte) row : row;
        }
        assertThat(longs.toArray()).hasSize(size).endsWith((size - 1) * 1_000_000_007L);
        longs.truncate(3);
        longs.add(9);
        assertThat(longs.toArray()).containsExactly(0, 1_000_000_007L, 2_000_000_014L, 9);
    }

    @Test
    void spansKeepEveryPairHoweverFarApart() {
        Seeds.each(20, seed -> {
            Random random = Seeds.random(seed);
            SpanColumn spans = new SpanColumn();
            List<long[]> expected = new ArrayList<>();
            long start = random.nextLong();
            for (int row = 0; row < 5000; row++) { // several blocks, steps of every size
                start += random.nextLong() >> random.nextInt(64);
                long end = start + (random.nextLong() >> random.nextInt(64));
                spans.add(start, end);
                expected.add(new long[] {start, end});
            }
            spans.add(0, Integer.MIN_VALUE);
            expected.add(new long[] {0, Integer.MIN_VALUE});
            for (int row = 0; row < expected.size(); row++) {
                assertThat(new long[] {spans.start(row), spans.end(row)}).isEqualTo(expected.get(row));
            }
        });
    }

    /** Nobody walks over the rows for it, so it has to be right whatever was added. */
    @Test
    void spansKnowTheirExtentAndWhetherEveryRowHasATime() {
        Seeds.each(50, seed -> {
            Random random = Seeds.random(seed);
            SpanColumn spans = new SpanColumn();
            int rows = random.nextInt(5);
            long lowest = Long.MAX_VALUE;
            long highest = 0;
            boolean isTimed = true;
            for (int row = 0; row < rows; row++) {
                long start = random.nextLong() >> random.nextInt(64);
                long end = start + (random.nextLong() >> random.nextInt(64));
                spans.add(start, end);
                isTimed &= start > 0 && end >= start;
                for (long moment : new long[] {start, end}) {
                    lowest = moment > 0 ? Math.min(lowest, moment) : lowest;
                    highest = Math.max(highest, moment);
                }
            }
            Extent all = new Extent().addAll(spans.starts()).addAll(spans.ends());
            assertThat(all.lowest()).isEqualTo(lowest);
            assertThat(all.highest()).isEqualTo(highest);
            assertThat(spans.isTimed()).isEqualTo(isTimed);
        });
    }

    @Test
    void valuesAreSortedWhateverTheirRange() {
        Seeds.each(50, seed -> {
            Random random = Seeds.random(seed);
            int bits = 1 + random.nextInt(64);
            long[] values = random.longs(random.nextInt(2000))
                    .map(value -> value >> 64 - bits)
                    .toArray();
            long[] expected = values.clone();
            Arrays.sort(expected);
            assertThat(RowOrder.sorted(values)).isEqualTo(expected);
        });
    }

    @Test
    void anIndexNumbersKeysLikeAMapWould() {
        Seeds.each(10, seed -> {
            Random random = Seeds.random(seed);
            LongIndex index = new LongIndex();
            Map<Long, Integer> model = new HashMap<>();
            for (int step = 0; step < 20_000; step++) {
                long key = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(5000);
                Integer number = model.putIfAbsent(key, model.size());
                int expected = number == null ? model.size() - 1 : number;
                assertThat(index.add(key)).isEqualTo(expected);
                long other = random.nextInt(9000);
                assertThat(index.find(other)).isEqualTo(model.getOrDefault(other, LongIndex.ABSENT));
            }
        });
    }

    /** Ids that count up on several rings, with gaps, out of order and with strangers between. */
    @Test
    void anIndexNumbersCountingKeysLikeAMapWould() {
        Seeds.each(10, seed -> {
            Random random = Seeds.random(seed);
            LongIndex index = new LongIndex();
            Map<Long, Integer> model = new HashMap<>();
            long[] next = new long[20];
            for (int step = 0; step < 20_000; step++) {
                int ring = random.nextInt(next.length);
                long low = next[ring];
                next[ring] += 1 + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 2);
                low -= Math.min(low, random.nextInt(4) == 0 ? random.nextInt(5000) : 0);
                long key = random.nextInt(100) == 0 ? -low : (long) ring << 32 | low;
                Integer number = model.putIfAbsent(key, model.size());
                int expected = number == null ? model.size() - 1 : number;
                assertThat(index.add(key)).isEqualTo(expected);
                assertThat(index.key(expected)).isEqualTo(key);
                long other = (long) random.nextInt(20) << 32 | random.nextInt(40_000);
                assertThat(index.find(other)).isEqualTo(model.getOrDefault(other, LongIndex.ABSENT));
            }
        });
    }

    /** Ids of a damaged or made-up file that lie as far apart as an array of each half allows. */
    @Test
    void anIndexOfKeysFarApartStaysSmall() {
        LongIndex index = new LongIndex();
        int keys = 1 << 15;
        for (int key = 0; key <= keys; key++) {
            index.add(key);
        }
        for (long half = 1; half < 16; half++) {
            int number = index.add(half << 32 | 4L * keys);
            assertThat(index.find(half << 32 | 4L * keys)).isEqualTo(number);
        }
        assertThat(index.room()).isLessThan(10L * index.size());
    }

    @Test
    void aTextHasOneNumberWhicheverObjectItIs() {
        StringIndex index = new StringIndex(255);
        for (int round = 0; round < 2; round++) {
            for (int text = 0; text < 20; text++) {
                assertThat(index.add("phase" + text)).isEqualTo(text);
            }
        }
        assertThat(index.text(3)).isEqualTo("phase3");
        assertThat(index.add(index.text(3))).isEqualTo(3);
        assertThat(index.add(index.text(12))).isEqualTo(12);
    }

    @Test
    void aFullStringIndexSharesOneNumberForTheRest() {
        StringIndex index = new StringIndex(3);
        assertThat(index.add("a")).isZero();
        assertThat(index.add("b")).isEqualTo(1);
        assertThat(index.add("c")).isEqualTo(2);
        assertThat(index.add("d")).isEqualTo(2);
        assertThat(index.text(2)).isEqualTo(StringIndex.OVERFLOW);
        assertThat(index.add("b")).isEqualTo(1);
    }
}
