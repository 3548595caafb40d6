package io.tidemark.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.ring.DependencyPool;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.SubmitArguments;
import org.junit.jupiter.api.Test;

final class TaskSlotTest {
    private final TaskSlot[] slots = new TaskSlot[4];

    TaskSlotTest() {
        int[] remaining = new int[slots.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new TaskSlot(i, remaining, i);
        }
    }

    /** Lists go from slot to submit and back: no task may see the tensors of another one. */
    @Test
    void aSlotKeepsItsTensorsWhileLaterSubmitsUseTheListsOfEarlierOnes() {
        SubmitArguments arguments = new SubmitArguments();
        int[] counts = {3, 0, 32, 5, 1, 17, 4, 32, 2, 9, 8, 31};
        for (int task = 0; task < counts.length; task++) {
            TaskSlot slot = slots[task % slots.length];
            slot.begin(TaskId.of(0, task), null, TaskShape.DUMMY, 1);
            arguments.clear();
            for (int i = 0; i < counts[task]; i++) {
                assertThat(arguments.add(tag(task, i), tensor(task, i))).isTrue();
            }
            slot.takeTensors(arguments);
            for (int live = Math.max(0, task - slots.length + 1); live <= task; live++) {
                assertTensors(live, counts[live]);
            }
        }
    }

    private void assertTensors(int task, int count) {
        TaskSlot slot = slots[task % slots.length];
        assertThat(slot.tensorCount()).isEqualTo(count);
        for (int i = 0; i < count; i++) {
            assertThat(slot.tensor(i).baseAddress()).isEqualTo(address(task, i));
            assertThat(slot.tagCode(i)).isEqualTo(tag(task, i).code());
        }
    }

    private static ArgumentTag tag(int task, int argument) {
        return (task + argument) % 2 == 0 ? ArgumentTag.INPUT : ArgumentTag.INOUT;
    }

    private static Tensor tensor(int task, int argument) {
        return Tensor.of(address(task, argument), DType.FLOAT32, 4);
    }

    private static long address(int task, int argument) {
        return 0x1000 + 0x1000L * task + 0x10L * argument;
    }

    @Test
    void edgesBeyondTheLastPlaceAreRefused() {
        TaskSlot slot = slots[0];
        slot.begin(TaskId.of(0, 100), null, TaskShape.DUMMY, 1);
        for (int i = 0; i < TaskSlot.INLINE_EDGES; i++) {
            assertThat(slot.addEdge(TaskId.of(0, i), i % 2 + EdgeFlags.WAIT)).isTrue();
        }
        assertThat(slot.addEdge(TaskId.of(0, 99), EdgeFlags.WAIT)).isFalse();
        assertThat(slot.inlineEdges()).isEqualTo(TaskSlot.INLINE_EDGES);
        assertThat(TaskSlot.edgeProducer(slot.edge(63))).isEqualTo(TaskId.of(0, 63));
    }

    @Test
    void producersAreNamedWhereTheirEndsAreAllThatATaskWaitsFor() {
        TaskSlot slot = slots[0];
        slot.begin(TaskId.of(0, 100), null, TaskShape.AIV, 1);
        slot.addEdge(TaskId.of(0, 7), EdgeFlags.RETAIN);
        slot.addEdge(TaskId.of(2, 8), EdgeFlags.WAIT);
        slot.addEdge(TaskId.of(0, 9), EdgeFlags.WAIT | EdgeFlags.RETAIN);
        assertThat(slot.awaitedCount()).as("not all of them tell").isZero();
        slot.namesProducers();
        assertThat(slot.awaitedCount()).isEqualTo(2);
        assertThat(slot.awaited(0)).isEqualTo(TaskId.of(2, 8));
        assertThat(slot.awaited(1)).isEqualTo(TaskId.of(0, 9));
        slot.addEdge(TaskId.of(0, 10), EdgeFlags.WAIT);
        slot.addEdge(TaskId.of(0, 11), EdgeFlags.WAIT);
        assertThat(slot.awaitedCount()).as("more than a payload has room for").isZero();
    }

    @Test
    void aCohortNamesNoProducers() {
        TaskSlot slot = slots[0];
        slot.begin(TaskId.of(0, 100), null, TaskShape.AIV, 1);
        slot.traits(TaskSlot.SYNC_START);
        slot.addEdge(TaskId.of(0, 8), EdgeFlags.WAIT);
        slot.namesProducers();
        assertThat(slot.awaitedCount()).isZero();
    }

    @Test
    void aTaskOfOneKernelRunTellsItsEndWhereConsumersAreStaged() {
        Kernel kernel = Kernel.aiv(0, "noop", _ -> {});
        TaskSlot slot = slots[0];
        slot.begin(TaskId.of(0, 100), kernel, TaskShape.AIV, 1);
        assertThat(slot.tellsEnd()).isFalse();
        slot.traits(TaskSlot.EARLY_RESOLVE);
        assertThat(slot.tellsEnd()).isTrue();
        slot.predicate(new TaskPredicate());
        assertThat(slot.tellsEnd()).as("it may never run").isFalse();
        slot.begin(TaskId.of(0, 101), kernel, TaskShape.AIV, 2);
        slot.traits(TaskSlot.EARLY_RESOLVE);
        assertThat(slot.tellsEnd()).as("two blocks").isFalse();
        slot.begin(TaskId.of(0, 102), null, TaskShape.DUMMY, 1);
        slot.traits(TaskSlot.EARLY_RESOLVE);
        assertThat(slot.tellsEnd()).as("no kernel").isFalse();
    }

    @Test
    void aMarkedHeadKeepsItsNodesAndItsMark() {
        long node = 3L << 32 | 0xFFFF_FFF0L; // the largest ring, a large node
        for (long head : new long[] {DependencyPool.END, 0, 7, node}) {
            assertThat(FanoutHead.isMarked(head)).isFalse();
            assertThat(FanoutHead.node(head)).isEqualTo(head);
            assertThat(FanoutHead.before(head, 5)).isEqualTo(5);
            long marked = FanoutHead.marked(head);
            assertThat(marked).isNotEqualTo(TaskSlot.CLOSED);
            assertThat(FanoutHead.isMarked(marked)).isTrue();
            assertThat(FanoutHead.node(marked)).isEqualTo(head);
            assertThat(FanoutHead.before(marked, 5)).isEqualTo(FanoutHead.marked(5));
        }
        assertThat(FanoutHead.node(TaskSlot.CLOSED)).isEqualTo(TaskSlot.CLOSED);
        assertThat(FanoutHead.isMarked(TaskSlot.CLOSED)).isFalse();
    }
}
