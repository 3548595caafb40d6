package io.tidemark.runtime;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.abi.TaskId;
import io.tidemark.chip.ChipShape;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.TaskBuilder.Comparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A random orchestration that knows what must come out. While it submits, it runs every task on
 * shadow buffers in the order of submission; each kernel then compares a hash of what it really
 * reads with what it should have read. Orderings that the runtime does not infer (writing what was
 * read, manual scopes, plain outputs) it states itself.
 */
public final class RandomProgram implements Orchestration {
    static final int ELEMENTS = 48;
    private static final int EXTERNALS = 3;
    private static final int UNTOUCHED = 7;
    private static final int DEEPEST = 6;
    private static final int SHARED_RING_DEPTH = 3;

    private final Random random;
    private final int tasks;
    private final int mostPerScope;
    private final int longestKernelMicros;
    private final Kernel aic;
    private final Kernel aiv;
    private final List<HostTensor> hostTensors = new ArrayList<>();
    private final List<long[]> hostArrays = new ArrayList<>();
    private final List<TouchedBuffer> externals = new ArrayList<>();
    private final long[] expectedHash;
    private final int[][] mustPrecede;
    private final DrawnShape[] shapes;
    private final boolean[] isIdle; // never runs: a dummy, or its predicate says no
    private final boolean allShapes;
    private final FakeEngine engine; // null unless tasks are drawn with traits
    private final TraitsLedger traits;
    private final ConcurrentLinkedQueue<String> wrongs = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ranInAll = new AtomicInteger();
    private int submitted;
    private int expectedRuns;
    private ChipShape chip; // null until the run if the chip has the shape of a platform
    private int sharedRingLeft = Integer.MAX_VALUE;
    private TaskGraph graph;

    RandomProgram(long seed, int tasks, int mostPerScope) {
        this(seed, tasks, mostPerScope, 0, false, null);
    }

    /** Mixed tasks, blocks, dummies and predicates too. */
    static RandomProgram ofAllShapes(long seed, int tasks, int mostPerScope) {
        return new RandomProgram(seed, tasks, mostPerScope, 0, true, null);
    }

    /** Cohorts, early dispatch, timing slots and asynchronous completion on top of that. */
    public static RandomProgram ofEverything(
            long seed, int tasks, int mostPerScope, int longestKernelMicros, FakeEngine engine) {
        return new RandomProgram(seed, tasks, mostPerScope, longestKernelMicros, true, engine);
    }

    /** Kernels take up to a number of microseconds, most of them far less. */
    RandomProgram(long seed, int tasks, int mostPerScope, int longestKernelMicros) {
        this(seed, tasks, mostPerScope, longestKernelMicros, false, null);
    }

    private RandomProgram(
            long seed, int tasks, int mostPerScope, int longestKernelMicros, boolean allShapes, FakeEngine engine) {
        this.allShapes = allShapes;
        this.engine = engine;
        this.traits = new TraitsLedger(tasks, engine);
        this.longestKernelMicros = longestKernelMicros;
        this.random = new Random(seed);
        this.tasks = tasks;
        this.mostPerScope = mostPerScope;
        this.expectedHash = new long[tasks];
        this.mustPrecede = new int[tasks][];
        this.shapes = new DrawnShape[tasks];
        this.isIdle = new boolean[tasks];
        this.aic = Kernel.aic(0, "AIC", context -> kernel(context, true));
        this.aiv = Kernel.aiv(1, "AIV", context -> kernel(context, false));
        for (int i = 0; i < EXTERNALS; i++) {
            long[] data = random.longs(ELEMENTS).toArray();
            hostArrays.add(data);
            hostTensors.add(HostTensor.inout(
                    "x" + i, TensorSpec.of(DType.INT64, ELEMENTS), java.lang.foreign.MemorySegment.ofArray(data)));
        }
        hostTensors.add(traits.counters());
    }

    /** For a chip of another shape than the platforms have. */
    RandomProgram on(ChipShape shape) {
        chip = shape;
        return this;
    }

    public List<HostTensor> hostTensors() {
        return hostTensors;
    }

    public int submitted() {
        return submitted;
    }

    /** Everything that went wrong, after a run that ended well. */
    public List<String> wrongs() {
        List<String> all = new ArrayList<>(wrongs);
        all.addAll(traits.wrongs());
        for (int task = 0; task < submitted; task++) {
            int expected = isIdle[task] ? 0 : shapes[task].subtasks();
            if (shapes[task].runs() != expected) {
                all.add("task " + task + " ran " + shapes[task].runs() + " times");
            }
        }
        for (int i = 0; i < EXTERNALS; i++) {
            if (!Arrays.equals(hostArrays.get(i), externals.get(i).shadow)) {
                all.add("external tensor " + i + " differs at the end");
            }
        }
        return all;
    }

    /** How often kernels must run in all. */
    public int expectedRuns() {
        return expectedRuns;
    }

    public int kernelRuns() {
        return ranInAll.get();
    }

    @Override
    public void run(TaskGraph newGraph) {
        graph = newGraph;
        if (chip == null) {
            chip = ChipShape.of(Platform.A5, graph.clusterCount());
        }
        traits.cores(chip.coreCount());
        if (engine != null) {
            engine.counters(graph.argument("counters"));
        }
        for (int i = 0; i < EXTERNALS; i++) {
            externals.add(new TouchedBuffer(graph.argument(i), hostArrays.get(i).clone()));
        }
        body(0, false, new ArrayList<>(externals));
    }

    /**
     * What a scope holds stays until it closes, and on the last ring also all that inner scopes
     * submit behind it.
     */
    private void body(int depth, boolean manual, List<TouchedBuffer> visible) {
        int left = depth == 0 ? mostPerScope : 1 + random.nextInt(mostPerScope);
        if (depth == SHARED_RING_DEPTH) {
            sharedRingLeft = 3 * mostPerScope;
        }
        while (submitted < tasks && (left > 0 || depth == 0) && sharedRingLeft > 0 && !graph.hasFailed()) {
            int choice = random.nextInt(10);
            if (choice < 3 && depth < DEEPEST || left == 0) {
                boolean inner = manual || random.nextInt(4) == 0;
                try (Scope _ = inner ? graph.manualScope() : graph.scope()) {
                    body(depth + 1, inner, new ArrayList<>(visible));
                }
            } else {
                left--;
                sharedRingLeft -= depth >= SHARED_RING_DEPTH ? 1 : 0;
                if (choice == 3) {
                    visible.add(allocate());
                } else {
                    submit(visible, manual);
                }
            }
        }
        if (depth == SHARED_RING_DEPTH) {
            sharedRingLeft = Integer.MAX_VALUE;
        }
    }

    private TouchedBuffer allocate() {
        Tensor tensor = graph.alloc(TensorSpec.of(DType.INT64, ELEMENTS).filledWith(7))[0];
        long[] shadow = new long[ELEMENTS];
        Arrays.fill(shadow, 7);
        return new TouchedBuffer(tensor, shadow);
    }

    private void submit(List<TouchedBuffer> visible, boolean manual) {
        int task = submitted++;
        List<BufferAccess> accesses = new ArrayList<>();
        DrawnShape shape = allShapes ? DrawnShape.any(chip, random) : DrawnShape.plain(chip, random);
        shapes[task] = shape;
        TaskBuilder builder = shape.begin(graph, aic, aiv);
        traits.draw(task, random, shape, builder);
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            TouchedBuffer buffer = choose(visible);
            accesses.add(new BufferAccess(buffer, view(buffer.tensor), random.nextInt(5)));
        }
        boolean makesOutput = random.nextInt(3) > 0;
        Map<TouchedBuffer, Boolean> seen = new IdentityHashMap<>();
        int inputs = 0;
        List<BufferAccess> kept = new ArrayList<>();
        for (BufferAccess access : accesses) {
            if (seen.put(access.buffer, true) == null) { // one view of a buffer per task: no overlap within it
                kept.add(access);
                access.add(builder);
                inputs++;
            }
        }
        List<Integer> before = new ArrayList<>();
        for (BufferAccess access : kept) {
            access.stateWhatIsNotInferred(builder, before, manual);
        }
        isIdle[task] = shape.positions == 0 || allShapes && isSkipped(builder, kept);
        expectedRuns += isIdle[task] ? 0 : shape.subtasks();
        if (makesOutput) {
            builder.out(TensorSpec.of(DType.INT64, ELEMENTS).filledWith(UNTOUCHED));
        }
        builder.scalar(task).scalar(modes(kept)).scalar(chip.clusters());
        expectedHash[task] = hash(task, kept, shape.subtasks() > 1);
        mustPrecede[task] = before.stream()
                .flatMapToInt(p -> isIdle[p] ? Arrays.stream(mustPrecede[p]) : IntStream.of(p))
                .distinct()
                .toArray();
        Submission submission = builder.submit();
        long id = submission.id();
        for (BufferAccess access : kept) {
            if (!isIdle[task]) {
                access.runOnShadow(task, expectedHash[task]);
            }
            access.buffer.remember(new TouchedBuffer.Touch(id, task, access.view, access.writes(), manual));
        }
        if (makesOutput && id != TaskId.NONE) {
            long[] shadow = new long[ELEMENTS];
            for (int i = 0; i < ELEMENTS; i++) {
                shadow[i] = isIdle[task] ? UNTOUCHED : mix(expectedHash[task], inputs, i);
            }
            TouchedBuffer made = new TouchedBuffer(submission.output(0), shadow);
            made.remember(new TouchedBuffer.Touch(id, task, made.tensor, true, manual));
            visible.add(made);
        }
    }

    /**
     * Puts a task under a predicate now and then, on an element that it reads anyway: the predicate
     * itself orders nothing. True when the task is not to run.
     */
    private boolean isSkipped(TaskBuilder builder, List<BufferAccess> accesses) {
        BufferAccess gate = accesses.getFirst();
        if (gate.mode != BufferAccess.READ || random.nextInt(3) > 0) {
            return false;
        }
        long index = random.nextLong(gate.view.elements());
        long value = gate.buffer.shadow[(int) gate.view.elementOffset(index)];
        Comparison comparison = Comparison.values()[random.nextInt(Comparison.values().length)];
        long target = value + random.nextInt(3) - 1;
        builder.onlyIf(gate.view, index, comparison, target);
        return !comparison.holds(value, target);
    }

    /** Mostly one of the newest: its maker may not even have started. */
    private TouchedBuffer choose(List<TouchedBuffer> visible) {
        int newest = visible.size() - 1;
        return visible.get(
                random.nextBoolean()
                        ? random.nextInt(visible.size())
                        : newest - random.nextInt(Math.min(3, visible.size())));
    }

    private static long modes(List<BufferAccess> accesses) {
        long modes = 0;
        for (int i = 0; i < accesses.size(); i++) {
            modes |= (long) accesses.get(i).mode << 4 * i;
        }
        return modes;
    }

    /** Several subtasks do not look at what they update: another of them may have been there. */
    private static long hash(int task, List<BufferAccess> accesses, boolean several) {
        long hash = task;
        for (BufferAccess access : accesses) {
            if (access.reads() && !(several && access.writes())) {
                for (long i = 0; i < access.view.elements(); i++) {
                    hash = mix(hash, access.buffer.shadow[(int) access.view.elementOffset(i)], i);
                }
            }
        }
        return hash;
    }

    private void kernel(KernelContext context, boolean onAic) {
        int task = (int) context.scalarLong(0);
        long modes = context.scalarLong(1);
        DrawnShape shape = shapes[task];
        Object run = traits.begin(context, task);
        ranInAll.incrementAndGet();
        String wrong = shape.run(context, onAic);
        if (wrong != null) {
            wrongs.add("task " + task + ": " + wrong);
        }
        for (int producer : mustPrecede[task]) {
            if (!shapes[producer].isDone() || !traits.isComplete(producer)) {
                wrongs.add("task " + task + " ran before task " + producer + " was done");
            }
        }
        dawdle(task);
        DeviceMemory memory = context.memory();
        long hash = task;
        for (int i = 0; i < context.tensorCount(); i++) {
            int mode = (int) (modes >>> 4 * i) & 0xF;
            boolean isRead = mode == BufferAccess.READ || mode == BufferAccess.UPDATE && shape.subtasks() == 1;
            if (i < countOf(context) && isRead) {
                Tensor view = context.tensor(i);
                for (long e = 0; e < view.elements(); e++) {
                    hash = mix(hash, memory.getLong(view, e), e);
                }
            }
        }
        if (hash != expectedHash[task]) {
            wrongs.add("task " + task + " read other values than in sequential order");
        }
        for (int i = 0; i < context.tensorCount(); i++) {
            Tensor view = context.tensor(i);
            int mode = (int) (modes >>> 4 * i) & 0xF;
            boolean output = i >= countOf(context);
            if (output || mode == BufferAccess.UPDATE || mode == BufferAccess.WRITE) {
                for (long e = shape.subtask(context); e < view.elements(); e += shape.subtasks()) {
                    memory.setLong(view, e, mix(hash, output ? i : view.elementOffset(e), e));
                }
            }
        }
        traits.end(context, run, shape.subtasks());
        shape.ended();
    }

    private void dawdle(int task) {
        int draw = (int) (mix(task, 1, 2) & 0xFF);
        long micros = draw < 128 ? 0 : draw < 240 ? longestKernelMicros / 50 : longestKernelMicros;
        long end = System.nanoTime() + 1000 * micros;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /**
     * Tensors that are not outputs; an output is always last and has an owner equal to the task.
     */
    private static int countOf(KernelContext context) {
        int last = context.tensorCount() - 1;
        return context.tensor(last).ownerTaskId() == context.taskId() ? last : last + 1;
    }

    static long mix(long a, long b, long c) {
        long z = a * 0x9E3779B97F4A7C15L + b * 0xBF58476D1CE4E5B9L + c * 0x94D049BB133111EBL + 1;
        z ^= z >>> 29;
        z *= 0xBF58476D1CE4E5B9L;
        return z ^ z >>> 32;
    }

    private Tensor view(Tensor tensor) {
        return switch (random.nextInt(6)) {
            case 0 -> tensor;
            case 1 -> {
                int begin = random.nextInt(ELEMENTS);
                yield tensor.slice(0, begin, 1 + random.nextInt(ELEMENTS - begin));
            }
            case 2 -> tensor.strided(0, 1 + random.nextInt(5));
            case 3 -> {
                Tensor matrix = tensor.reshape(6, 8);
                int row = random.nextInt(6);
                int column = random.nextInt(8);
                yield matrix.slice(0, row, 1 + random.nextInt(6 - row))
                        .slice(1, column, 1 + random.nextInt(8 - column));
            }
            case 4 -> tensor.reshape(6, 8).transpose(0, 1).slice(0, 2, 3);
            default -> tensor.reshape(4, 3, 4).select(1, random.nextInt(3));
        };
    }
}
