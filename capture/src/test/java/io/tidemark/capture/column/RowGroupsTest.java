package io.tidemark.capture.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the obvious: all rows looked through for each group. */
class RowGroupsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyGroupHasItsRowsInOrder(long seed) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(20);
        int size = random.nextInt(200);
        int[] groupOf =
                IntStream.range(0, size).map(row -> random.nextInt(-1, count)).toArray();
        int[] key = IntStream.range(0, size).map(row -> random.nextInt(10)).toArray();
        RowGroups groups = RowGroups.of(count, size, row -> groupOf[row]);
        RowGroups sorted = groups.sortedBy(row -> key[row]);
        RowGroups down = groups.ordered((row, other) -> Integer.compare(key[other], key[row]));
        Comparator<Integer> byKey = Comparator.comparingInt(row -> key[row]);
        for (int group = 0; group < groups.count(); group++) {
            int wanted = group;
            List<Integer> rows = IntStream.range(0, size)
                    .filter(row -> groupOf[row] == wanted)
                    .boxed()
                    .toList();
            assertThat(rowsOf(groups, group)).as("seed %d", seed).isEqualTo(rows);
            assertThat(rowsOf(sorted, group))
                    .isEqualTo(rows.stream().sorted(byKey).toList());
            assertThat(rowsOf(down, group))
                    .isEqualTo(rows.stream().sorted(byKey.reversed()).toList());
            assertThat(groups.isEmpty(group)).isEqualTo(rows.isEmpty());
        }
    }

    /** More rows than are merged, keys of every width and sign, many of them equal. */
    @Test
    void manyRowsAreSortedStablyByAnyKey() {
        Seeds.each(30, seed -> {
            Random random = Seeds.random(seed);
            int size = 250 + random.nextInt(1000);
            int width = random.nextInt(64);
            long[] key = random.longs(size).map(any -> any >> width).toArray();
            List<Integer> expected = IntStream.range(0, size)
                    .boxed()
                    .sorted(Comparator.comparingLong(row -> key[row]))
                    .toList();
            assertThat(RowOrder.by(size, row -> key[row]))
                    .containsExactly(
                            expected.stream().mapToInt(Integer::intValue).toArray());
        });
    }

    private static List<Integer> rowsOf(RowGroups groups, int group) {
        List<Integer> rows = new ArrayList<>();
        for (int at = groups.begin(group); at < groups.end(group); at++) {
            rows.add(groups.row(at));
        }
        return rows;
    }
}
