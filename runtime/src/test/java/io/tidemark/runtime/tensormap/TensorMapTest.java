package io.tidemark.runtime.tensormap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TensorMapTest {
    private static Tensor buffer(int number) {
        return Tensor.of(0x10000 + number * 1024L, DType.FLOAT32, 16);
    }

    @Test
    void newestWriterOfABufferComesFirstAndOtherBuffersStayOut() {
        TensorMap map = new TensorMap(8, 2, 4, 4, 4, 4); // two buckets: buffers must share
        map.insert(buffer(0), TaskId.of(0, 0));
        map.insert(buffer(1), TaskId.of(0, 1));
        map.insert(buffer(2), TaskId.of(1, 0));
        map.insert(buffer(0), TaskId.of(2, 0));
        assertThat(producers(map, 0)).containsExactly(TaskId.of(2, 0), TaskId.of(0, 0));
        assertThat(producers(map, 1)).containsExactly(TaskId.of(0, 1));
        assertThat(producers(map, 3)).isEmpty();
    }

    @Test
    void aStaleEntryHidesNoLiveOneOfAnotherRing() {
        TensorMap map = new TensorMap(8, 2, 4, 4, 4, 4);
        map.insert(buffer(0), TaskId.of(0, 0));
        map.insert(buffer(0), TaskId.of(1, 0));
        map.retireBefore(1, 1);
        assertThat(producers(map, 0)).containsExactly(TaskId.of(0, 0));
        assertThat(map.used()).isEqualTo(2);
        assertThat(map.clean(1)).isEqualTo(1);
        assertThat(map.used()).isEqualTo(1);
    }

    @Test
    void cleaningATaskSparesTheLaterTaskInItsSlot() {
        TensorMap map = new TensorMap(8, 2, 4, 4, 4, 4);
        map.insert(buffer(0), TaskId.of(0, 1));
        map.retireBefore(0, 2);
        map.insert(buffer(1), TaskId.of(0, 5)); // same slot, a window later, before the cleanup
        assertThat(map.clean(0)).isEqualTo(1);
        assertThat(producers(map, 1)).containsExactly(TaskId.of(0, 5));
    }

    @Test
    void aFullMapRefusesCountsAndRecovers() {
        TensorMap map = new TensorMap(2, 2, 4, 4, 4, 4);
        assertThat(map.insert(buffer(0), TaskId.of(0, 0))).isTrue();
        assertThat(map.insert(buffer(0), TaskId.of(0, 1))).isTrue();
        assertThat(map.insert(buffer(0), TaskId.of(0, 2))).isFalse();
        assertThat(map.refused()).isEqualTo(1);
        assertThat(map.free()).isZero();
        map.retireBefore(0, 1);
        map.clean(0);
        assertThat(map.insert(buffer(0), TaskId.of(0, 2))).isTrue();
        assertThat(map.inserted()).isEqualTo(3);
    }

    @Test
    void aMapThatGrewToItsCapacityKeepsEveryRegion() {
        int capacity = 5_000;
        TensorMap map = new TensorMap(capacity, 64, 8_192, 4, 4, 4);
        for (int i = 0; i < capacity; i++) {
            Tensor region = Tensor.of(0x10000 + i * 1024L, DType.FLOAT32, i + 1);
            assertThat(map.insert(region, TaskId.of(0, i))).isTrue();
        }
        assertThat(map.insert(buffer(0), TaskId.of(0, capacity))).isFalse();
        for (int i = 0; i < capacity; i++) {
            int entry = map.first(0x10000 + i * 1024L);
            assertThat(map.producer(entry)).isEqualTo(TaskId.of(0, i));
            assertThat(map.dimension(entry, 0)).isEqualTo(i + 1);
        }
    }

    @Test
    void localIdsMayWrapAround() {
        TensorMap map = new TensorMap(4, 2, 4, 4, 4, 4);
        assertThat(map.isAlive(TaskId.of(0, 0))).isTrue();
        map.retireBefore(0, Integer.MAX_VALUE);
        assertThat(map.isAlive(TaskId.of(0, Integer.MIN_VALUE))).isTrue();
        assertThat(map.isAlive(TaskId.of(0, 5))).isFalse();
    }

    @Test
    void randomInsertsRemovalsAndRetirementsMatchAList() {
        long seed = 31_337;
        Random random = new Random(seed);
        TensorMap map = new TensorMap(48, 4, 8, 8, 4, 4);
        int[] windows = {8, 8, 4, 4};
        List<long[]> model = new ArrayList<>(); // {buffer, producer}, newest first
        int[] next = new int[4];
        List<Deque<Integer>> alive =
                List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
        for (int step = 0; step < 40_000; step++) {
            int ring = random.nextInt(4);
            if (alive.get(ring).size() < windows[ring] - 1 && random.nextBoolean()) {
                int local = next[ring]++;
                alive.get(ring).add(local);
                if (map.uncleaned(ring) > 0 && random.nextInt(3) == 0) {
                    map.clean(ring);
                }
                for (int inserts = random.nextInt(3); inserts > 0; inserts--) {
                    int buffer = random.nextInt(6);
                    if (map.insert(buffer(buffer), TaskId.of(ring, local))) {
                        model.addFirst(new long[] {buffer, TaskId.of(ring, local)});
                    } else {
                        for (int r = 0; r < 4; r++) {
                            map.clean(r);
                        }
                        assertThat(map.used()).as("seed=%d", seed).isEqualTo(model.size());
                    }
                }
            } else if (!alive.get(ring).isEmpty()) {
                long gone = TaskId.of(ring, alive.get(ring).poll());
                map.retireBefore(ring, TaskId.local(gone) + 1);
                model.removeIf(row -> row[1] == gone);
            }
            int buffer = random.nextInt(6);
            List<Long> expected = new ArrayList<>();
            model.stream().filter(row -> row[0] == buffer).forEach(row -> expected.add(row[1]));
            assertThat(producers(map, buffer)).as("seed=%d step=%d", seed, step).isEqualTo(expected);
            int first = map.first(buffer(buffer).baseAddress());
            if (first != TensorMap.NONE && random.nextInt(4) == 0) {
                long producer = map.producer(first);
                map.remove(first);
                for (int i = 0; i < model.size(); i++) {
                    if (model.get(i)[0] == buffer && model.get(i)[1] == producer) {
                        model.remove(i);
                        break;
                    }
                }
            }
        }
    }

    @Test
    void sizesThatCannotWorkAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TensorMap(0, 2, 4, 4, 4, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new TensorMap(4, 3, 4, 4, 4, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new TensorMap(4, 4, 4, 4, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new TensorMap(4, 4, 4, 4, 4, 6));
    }

    private static List<Long> producers(TensorMap map, int buffer) {
        List<Long> found = new ArrayList<>();
        for (int e = map.first(buffer(buffer).baseAddress()); e != TensorMap.NONE; e = map.after(e)) {
            found.add(map.producer(e));
        }
        return found;
    }
}
