package io.tidemark.capture.column;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DistinctIntsTest {
    @Test
    void eachNumberOnceInTheOrderOfComing() {
        DistinctInts found = new DistinctInts();
        for (int value : new int[] {7, 70_000, -1, 7, 1023, 1024, -1, 70_000, 0, 1024, 0}) {
            found.add(value);
        }
        assertThat(found.toArray()).containsExactly(7, 70_000, -1, 1023, 1024, 0);
    }
}
