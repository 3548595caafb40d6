package io.tidemark.runtime.replay;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Dependency;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.EdgeTally;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.runtime.tensormap.TensorMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * One random program, submit by submit, with what a runtime would find for each and what the
 * elements themselves demand. One thread.
 */
final class RandomSubmits {
    static final int TASKS = 24;

    private static final int ROWS = 6;
    private static final int COLUMNS = 8;
    private static final int HEAP_BUFFERS = 2;

    /** What a submit wrote: its buffer and its elements. */
    private record Write(int number, long base, long owner, BitSet elements) {}

    private final Random random;
    private final TensorMap map = new TensorMap(512, 16, 32, 32, 32, 32);
    private final DependencyInference inference = new DependencyInference(map);
    private final SubmitArguments arguments = new SubmitArguments();
    private final EdgeTally tally = new EdgeTally(new Everything());
    private final int[] next = new int[TaskId.RINGS];
    private final long[] heapOwner = {TaskId.NONE, TaskId.NONE};
    private final Map<Long, Integer> numberOf = new HashMap<>();
    private final List<Long> taskIds = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private FoundEdges found;
    private BitSet demanded;

    RandomSubmits(long seed) {
        random = new Random(seed);
    }

    RecordedSubmit next() {
        retireSome();
        int number = taskIds.size();
        int ring = random.nextInt(TaskId.RINGS);
        long taskId = TaskId.of(ring, next[ring]++);
        taskIds.add(taskId);
        numberOf.put(taskId, number);
        boolean manual = random.nextInt(10) == 0;
        List<Argument> chosen = arguments(taskId);
        List<Dependency> explicit = dependencies(number);
        lookUp(chosen, explicit, manual);
        demanded = demanded(chosen, explicit, manual);
        inference.register(arguments, manual, taskId);
        remember(number, chosen, manual);
        int[] alive = new int[TaskId.RINGS];
        for (int i = 0; i < alive.length; i++) {
            alive[i] = map.oldestAlive(i);
        }
        return new RecordedSubmit(
                number,
                taskId,
                SubmitKind.KERNEL,
                manual,
                false,
                new Kernels(-1, 0, -1, 1),
                alive,
                chosen.toArray(Argument[]::new),
                explicit.toArray(Dependency[]::new),
                Optional.of(found));
    }

    FoundEdges foundByRuntime() {
        return found;
    }

    /** Tasks that the last submit must come after. */
    BitSet demanded() {
        return (BitSet) demanded.clone();
    }

    int numberOf(long taskId) {
        return numberOf.get(taskId);
    }

    boolean isAlive(long taskId) {
        return map.isAlive(taskId);
    }

    private void retireSome() {
        int ring = random.nextInt(TaskId.RINGS);
        int alive = map.oldestAlive(ring);
        if (random.nextBoolean() && alive < next[ring]) {
            map.retireBefore(ring, alive + 1 + random.nextInt(next[ring] - alive));
            if (random.nextBoolean()) {
                map.clean(ring);
            }
        }
    }

    private List<Argument> arguments(long taskId) {
        List<Argument> chosen = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            int heap = random.nextInt(HEAP_BUFFERS);
            if (random.nextInt(8) == 0 && isFree(heap)) {
                heapOwner[heap] = taskId;
                chosen.add(new Argument(ArgumentTag.OUTPUT.code(), null));
                continue;
            }
            ArgumentTag[] tags = ArgumentTag.values();
            ArgumentTag tag = tags[random.nextInt(tags.length)];
            tag = tag == ArgumentTag.OUTPUT ? ArgumentTag.INOUT : tag;
            chosen.add(new Argument(tag.code(), randomView(taskId)));
        }
        return chosen;
    }

    /** Memory of the heap is given out again once its owner is gone. */
    private boolean isFree(int heap) {
        return heapOwner[heap] == TaskId.NONE || !map.isAlive(heapOwner[heap]);
    }

    private List<Dependency> dependencies(int number) {
        List<Dependency> chosen = new ArrayList<>();
        for (int count = random.nextInt(3); count > 0 && number > 0; count--) {
            chosen.add(new Dependency(taskIds.get(random.nextInt(number)), 1 + 2 * random.nextInt(2)));
        }
        return chosen;
    }

    private void lookUp(List<Argument> chosen, List<Dependency> explicit, boolean manual) {
        arguments.clear();
        chosen.forEach(a -> arguments.add(ArgumentTag.ofCode(a.tagCode()), a.tensor()));
        explicit.forEach(d -> arguments.dependOn(d.taskId(), d.flags()));
        tally.clear();
        inference.infer(arguments, manual, tally);
        found = new FoundEdges(tally.edges(), tally.digest());
    }

    private BitSet demanded(List<Argument> chosen, List<Dependency> explicit, boolean manual) {
        BitSet tasks = new BitSet();
        explicit.forEach(d -> tasks.set(numberOf(d.taskId())));
        for (Argument argument : chosen) {
            Tensor view = argument.tensor();
            if (manual || view == null) {
                continue;
            }
            if (view.ownerTaskId() != Tensor.NO_OWNER) {
                tasks.set(numberOf(view.ownerTaskId()));
            }
            if (ArgumentTag.ofCode(argument.tagCode()).looksUp()) {
                BitSet elements = elements(view);
                for (Write write : writes) {
                    if (write.base == view.baseAddress()
                            && write.owner == view.ownerTaskId()
                            && write.elements.intersects(elements)) {
                        tasks.set(write.number);
                    }
                }
            }
        }
        return tasks;
    }

    private void remember(int number, List<Argument> chosen, boolean manual) {
        for (Argument argument : chosen) {
            Tensor view = argument.tensor();
            if (!manual
                    && view != null
                    && ArgumentTag.ofCode(argument.tagCode()).inserts()) {
                writes.add(new Write(number, view.baseAddress(), view.ownerTaskId(), elements(view)));
            }
        }
    }

    /** A view of an external buffer, or of heap memory that lives and is not this task's own. */
    private Tensor randomView(long taskId) {
        int heap = random.nextInt(HEAP_BUFFERS);
        Tensor whole = Tensor.of(0x10_0000, DType.FLOAT32, ROWS, COLUMNS);
        if (random.nextBoolean() && !isFree(heap) && heapOwner[heap] != taskId) {
            whole = Tensor.of(0x20_0000 + 0x1000L * heap, DType.FLOAT32, ROWS, COLUMNS)
                    .ownedBy(heapOwner[heap]);
        }
        int row = random.nextInt(ROWS);
        int column = random.nextInt(COLUMNS);
        Tensor box = whole.view(
                new int[] {1 + random.nextInt(ROWS - row), 1 + random.nextInt(COLUMNS - column)},
                new int[] {row, column});
        return switch (random.nextInt(7)) {
            case 0 -> box.transpose(0, 1);
            case 1 -> box.strided(1, 2);
            case 2 -> box.strided(0, 2);
            case 3 -> box.select(0, 0);
            default -> box;
        };
    }

    static BitSet elements(Tensor view) {
        BitSet elements = new BitSet();
        for (long index = 0; index < view.elements(); index++) {
            elements.set((int) view.elementOffset(index));
        }
        return elements;
    }

    /** A box of the whole buffer's own rows and columns. */
    static boolean isOnGrid(Tensor view) {
        return view.rank() == 2 && view.stride(0) == COLUMNS && view.stride(1) == 1;
    }

    private static final class Everything implements EdgeSink {
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
    }
}
