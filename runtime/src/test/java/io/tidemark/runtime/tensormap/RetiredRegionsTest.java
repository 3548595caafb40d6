package io.tidemark.runtime.tensormap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RetiredRegionsTest {
    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private static final int ROUNDS = 20_000;

    private record Written(long producer, Tensor view) {}

    /** Against a list that is looked through from end to end. */
    @Test
    void everyWriterThatIsGoneIsFoundUntilItIsWrittenOver() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        TensorMap map = new TensorMap(64, 8, 16, 16, 16, 16);
        RetiredRegions retired = map.keepRetired(1 << 16, writer -> fail("forgotten: " + writer));
        List<Written> model = new ArrayList<>();
        for (int task = 0; task < ROUNDS; task++) {
            Tensor view = view(random);
            if (random.nextInt(3) == 0) {
                boolean covers = random.nextBoolean();
                TreeSet<Long> found = new TreeSet<>();
                retired.touch(view, covers, found::add);
                assertThat(found).as("task %d", task).isEqualTo(expected(model, view, covers));
            } else {
                map.insert(view, TaskId.of(0, task));
                map.retireBefore(0, task + 1);
                model.add(new Written(TaskId.of(0, task), view));
            }
            assertThat(retired.size()).isEqualTo(model.size());
            assertThat(map.used()).isZero();
        }
    }

    private static TreeSet<Long> expected(List<Written> model, Tensor view, boolean covers) {
        TreeSet<Long> found = new TreeSet<>();
        for (Iterator<Written> each = model.iterator(); each.hasNext(); ) {
            Written written = each.next();
            Overlap overlap = Overlap.NO_OVERLAP;
            if (written.view.baseAddress() == view.baseAddress() && written.view.ownerTaskId() == view.ownerTaskId()) {
                overlap = RegionOverlap.of(view, written.view);
            }
            if (overlap != Overlap.NO_OVERLAP) {
                found.add(written.producer);
            }
            if (overlap == Overlap.COVERED && covers) {
                each.remove();
            }
        }
        return found;
    }

    /** Many small parts and a few large ones, of two types, some buffers in two lives. */
    private static Tensor view(Random random) {
        DType dtype = random.nextInt(8) == 0 ? DType.INT8 : DType.FLOAT32;
        Tensor whole = Tensor.of(0x10000 + random.nextInt(4) * 0x100000L, dtype, 64, 256);
        if (random.nextInt(40) != 0) {
            int rows = 1 + random.nextInt(random.nextInt(10) == 0 ? 32 : 2);
            int columns = 1 + random.nextInt(16);
            whole = whole.view(
                    new int[] {rows, columns}, new int[] {random.nextInt(65 - rows), random.nextInt(257 - columns)});
        }
        Tensor aged = random.nextInt(500) == 0 ? whole.withVersion(1) : whole;
        return random.nextInt(4) == 0 ? aged.ownedBy(TaskId.of(1, random.nextInt(2))) : aged;
    }

    @Test
    void aBufferWhoseOwnerIsGoneIsForgottenWhenRoomIsNeeded() {
        TensorMap map = new TensorMap(64, 8, 16, 16, 16, 16);
        RetiredRegions retired = map.keepRetired(1 << 16, writer -> fail("forgotten: " + writer));
        Tensor host = Tensor.of(0x9_0000, DType.FLOAT32, 16);
        map.insert(host, TaskId.of(0, 0));
        for (int task = 1; task < 100_000; task++) {
            map.insert(Tensor.of(0x10000, DType.FLOAT32, 16).ownedBy(owner(task)), task);
            map.retireBefore(0, task + 1);
            map.retireBefore(1, Math.max(0, task - 5));
        }
        assertThat(retired.size()).isLessThanOrEqualTo(64);
        List<Long> found = new ArrayList<>();
        retired.touch(host, false, found::add);
        assertThat(found).containsExactly(TaskId.of(0, 0));
        retired.touch(host.ownedBy(owner(7)), true, found::add);
        assertThat(found).hasSize(1);
    }

    @Test
    void theOldestAreForgottenAndToldWhenThereAreTooMany() {
        TensorMap map = new TensorMap(64, 8, 16, 16, 16, 16);
        List<Long> forgotten = new ArrayList<>();
        RetiredRegions retired = map.keepRetired(1024, forgotten::add);
        int tasks = 5_000;
        Tensor parts = Tensor.of(0x10000, DType.FLOAT32, tasks, 16);
        for (int task = 0; task < tasks; task++) {
            map.insert(parts.slice(0, task, 1), TaskId.of(0, task));
            map.retireBefore(0, task + 1);
        }
        assertThat(retired.size()).isLessThanOrEqualTo(1024);
        List<Long> found = new ArrayList<>();
        retired.touch(parts, false, found::add);
        assertThat(found).hasSize(retired.size()).contains(TaskId.of(0, tasks - 1));
        assertThat(forgotten).hasSize(tasks - found.size()).doesNotContainAnyElementsOf(found);
        assertThat(forgotten).isSorted();
    }

    private static long owner(int task) {
        return TaskId.of(1, task);
    }
}
