package io.tidemark.runtime.tensormap;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Dependency;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.replay.DependencyReplay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ProducerListTest {
    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private static final int WINDOW = 64;
    private static final ArgumentTag[] TAGS = {
        ArgumentTag.INPUT, ArgumentTag.INOUT, ArgumentTag.OUTPUT_EXISTING, ArgumentTag.NO_DEP
    };

    /** Takes every edge: what the runtime's own sink does with them does not matter here. */
    private static final EdgeSink TAKER = new EdgeSink() {
        @Override
        public boolean explicit(long producer, int flags) {
            return true;
        }

        @Override
        public boolean creator(long producer, int argument) {
            return true;
        }

        @Override
        public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
            return true;
        }
    };

    /** The submits of one program, as the orchestrator makes them. */
    private static final class Submits {
        final Random random = new Random(SEED);
        final TensorMap map = new TensorMap(4 * WINDOW * 4, 64, WINDOW, WINDOW, WINDOW, WINDOW);
        final DependencyInference inference = new DependencyInference(map);
        final SubmitArguments arguments = new SubmitArguments();
        final int[] next = new int[TaskId.RINGS];
        final List<Long> owners = new ArrayList<>(); // of the heap's blocks, by their number
        long number;

        Submits() {
            for (int block = 0; block < 6; block++) {
                owners.add(TaskId.NONE);
            }
        }

        /** Tasks go, as in a run, in the order of their ring. */
        void retireSome() {
            for (int ring = 0; ring < TaskId.RINGS; ring++) {
                int alive = next[ring] - map.oldestAlive(ring);
                int most = random.nextInt(4) == 0 ? alive : alive / 4;
                int least = Math.max(0, alive - WINDOW + 2);
                int gone = Math.max(least, most == 0 ? 0 : random.nextInt(most + 1));
                if (gone > 0) {
                    map.retireBefore(ring, map.oldestAlive(ring) + gone);
                }
            }
        }

        /** Memory is given to another owner only after its owner is gone. */
        void allocate(long taskId) {
            int block = random.nextInt(owners.size());
            long owner = owners.get(block);
            if (owner == TaskId.NONE || !map.isAlive(owner)) {
                owners.set(block, taskId);
            }
        }

        Tensor anyTensor() {
            int block = random.nextInt(owners.size() + 2);
            boolean host = block >= owners.size();
            boolean alive = !host && owners.get(block) != TaskId.NONE && map.isAlive(owners.get(block));
            Tensor whole = Tensor.of(
                    host || !alive ? 0x9_0000_0000L + block % 2 * 0x10_0000 : 1 + block << 20,
                    random.nextInt(20) == 0 ? DType.INT8 : DType.FLOAT32,
                    16,
                    64);
            Tensor owned = alive ? whole.ownedBy(owners.get(block)) : whole;
            if (random.nextInt(30) == 0) {
                return owned;
            }
            int rows = 1 + random.nextInt(3);
            int columns = 1 + random.nextInt(8);
            return owned.view(
                    new int[] {rows, columns}, new int[] {random.nextInt(17 - rows), random.nextInt(65 - columns)});
        }

        RecordedSubmit next(boolean manual) {
            retireSome();
            int ring = random.nextInt(TaskId.RINGS);
            long taskId = TaskId.of(ring, next[ring]++);
            arguments.clear();
            List<Argument> recorded = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                ArgumentTag tag = TAGS[random.nextInt(TAGS.length)];
                Tensor tensor = anyTensor();
                arguments.add(tag, tensor);
                recorded.add(new Argument(tag.code(), tensor));
            }
            List<Dependency> named = new ArrayList<>();
            if (random.nextInt(5) == 0 && next[0] > 1) {
                long producer = TaskId.of(0, random.nextInt(next[0] - (ring == 0 ? 1 : 0)));
                arguments.dependOn(producer, EdgeFlags.WAIT);
                named.add(new Dependency(producer, EdgeFlags.WAIT));
            }
            int[] oldest = new int[TaskId.RINGS];
            for (int each = 0; each < oldest.length; each++) {
                oldest[each] = map.oldestAlive(each);
            }
            return new RecordedSubmit(
                    number++,
                    taskId,
                    SubmitKind.KERNEL,
                    manual,
                    false,
                    new Kernels(-1, 0, -1, 1),
                    oldest,
                    recorded.toArray(Argument[]::new),
                    named.toArray(Dependency[]::new),
                    Optional.empty());
        }

        TreeSet<Long> producers(ProducerList list, RecordedSubmit submit) {
            list.begin(arguments, submit.manualScope());
            assertThat(inference.infer(arguments, submit.manualScope(), list)).isTrue();
            TreeSet<Long> found = new TreeSet<>();
            for (int i = 0; i < list.size(); i++) {
                found.add(list.producer(i));
            }
            inference.register(arguments, submit.manualScope(), submit.taskId());
            return found;
        }
    }

    /** The graph of {@code --dep-gen} is what the replay tells of the recorded submits. */
    @Test
    void theProducersByIdAreThoseOfTheReplay() throws IOException {
        System.out.println("seed " + SEED);
        Submits submits = new Submits();
        ProducerList list = new ProducerList(submits.map, TAKER);
        DependencyReplay replay = new DependencyReplay();
        for (int i = 0; i < 20_000; i++) {
            RecordedSubmit submit = submits.next(submits.random.nextInt(20) == 0);
            TreeSet<Long> told = new TreeSet<>();
            replay.replay(submit, (producer, reason, argument, flags, written) -> told.add(producer));
            assertThat(submits.producers(list, submit)).as("submit %d", i).isEqualTo(told);
            submits.allocate(submit.taskId());
        }
        assertThat(list.forgottenCount()).isZero();
    }

    /** With little room: what is missing was said to be, and nothing is invented. */
    @Test
    void whoIsMissingWasToldToBeForgotten() throws IOException {
        System.out.println("seed " + SEED);
        Submits submits = new Submits();
        ProducerList list = new ProducerList(submits.map, TAKER, 64);
        DependencyReplay replay = new DependencyReplay();
        TreeSet<Long> forgotten = new TreeSet<>();
        int missing = 0;
        for (int i = 0; i < 20_000; i++) {
            RecordedSubmit submit = submits.next(false);
            TreeSet<Long> told = new TreeSet<>();
            replay.replay(submit, (producer, reason, argument, flags, written) -> told.add(producer));
            TreeSet<Long> found = submits.producers(list, submit);
            for (int at = 0; at < list.forgottenCount(); at++) {
                forgotten.add(list.forgotten(at));
            }
            list.clearForgotten();
            assertThat(told).as("submit %d", i).containsAll(found);
            told.removeAll(found);
            assertThat(forgotten).as("submit %d", i).containsAll(told);
            missing += told.size();
            submits.allocate(submit.taskId());
        }
        assertThat(missing).isPositive();
    }
}
