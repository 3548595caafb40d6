package io.tidemark.cuda;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.DeviceGraph;
import io.tidemark.abi.dispatch.GraphTask;
import io.tidemark.abi.dispatch.GraphTaskShape;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.layout.I64;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.chip.GraphSource;
import java.lang.foreign.MemorySegment;

/**
 * Memory of a device for the graph that its cores resolve: a head that stays where it is, and the
 * tasks, the longer lists of consumers, both ready lists and the list of gangs behind one another.
 * Kept from run to run. For the thread that owns the chip, and for the one that hands the graph
 * over.
 */
final class GraphMemory implements AutoCloseable {
    private static final long BYTES_PER_TASK = 512; // room for a task with a few arguments
    private static final long LEAST_BYTES = 1 << 20;
    private static final long SHAPE_ALIGNMENT = 16;
    private static final int CUBE = 0; // the lists of what is ready
    private static final int VECTOR = 1;
    private static final int GANG = 2;
    private static final int LISTS = 3;
    private static final long EAGER_BYTES = 2560; // a core reads so much of a task at once
    private static final I64 ENTRY = new I64(0);
    private static final I64 SCALAR = new I64(0);

    private final TensorMemory head;
    private final TensorMemory body;
    private int[] offsets = {}; // of each task, in units; 0 for one that never runs
    private int recordUnits;
    private final ArgumentRings rings; // null when the code of the cores dumps nothing
    private final boolean countsCycles; // the code of the cores does
    private volatile long stages; // of all tasks, whose arguments are dumped

    /**
     * @param rings where cores dump arguments; null when their code cannot
     * @param countsCycles whether their code counts the cycles of kernels
     */
    GraphMemory(Accelerator accelerator, ArgumentRings rings, boolean countsCycles) {
        this.rings = rings;
        this.countsCycles = countsCycles;
        head = accelerator.tensorMemory(DeviceGraph.LAYOUT.sizeBytes());
        body = accelerator.tensorMemory(LEAST_BYTES);
        writeHead(0, new long[LISTS], new int[LISTS], 1, true); // cores look at it before it is there
    }

    /** Where cores dump arguments; null when they do not. */
    ArgumentRings rings() {
        return rings;
    }

    boolean countsCycles() {
        return countsCycles;
    }

    /** Stages of tasks whose arguments cores dump, of the graph that was loaded last. */
    long dumpedStages() {
        return stages;
    }

    /** Where cores find the {@link DeviceGraph}. */
    long headAddress() {
        return head.baseAddress();
    }

    /** Makes room for graphs of {@code tasks} tasks; only while no core runs. */
    void reserve(int tasks) {
        body.require(Math.max(LEAST_BYTES, tasks * BYTES_PER_TASK));
    }

    /** Writes a graph and brings it to the device; false when it does not fit. */
    boolean load(GraphSource graph, ChipShape shape) {
        int tasks = graph.tasks();
        int[] consumers = new int[tasks];
        int[] remaining = new int[tasks];
        long units = place(graph, consumers, remaining);
        long more = moreConsumers(consumers);
        long moreAt = units * DeviceGraph.UNIT_BYTES + EAGER_BYTES;
        long[] places = places(graph, shape);
        long[] lists = new long[LISTS + 1]; // where they begin, and the end
        lists[0] = align(moreAt + more * Integer.BYTES);
        for (int list = 0; list < LISTS; list++) {
            lists[list + 1] = align(lists[list] + places[list] * Long.BYTES);
        }
        long end = lists[LISTS];
        if (units >= GraphTask.ALONE || end > body.sizeBytes()) {
            return false;
        }
        recordUnits = (int) units;
        MemorySegment all = body.map().segment();
        writeTasks(graph, all, consumers, remaining, moreAt);
        all.asSlice(lists[0], end - lists[0]).fill((byte) 0);
        int[] filled = fillLists(graph, all, remaining, lists);
        body.copyIn(all.asSlice(0, end), body.baseAddress());
        writeHead(moreAt, lists, filled, kernelRecords(graph), places[GANG] == 0);
        return true;
    }

    /**
     * Places of each list: for all that will ever be on it, and those that cores look at beyond. A
     * plain graph, which has neither gangs nor predicates, needs none for gangs.
     */
    private long[] places(GraphSource graph, ChipShape shape) {
        long[] places = new long[LISTS];
        places[CUBE] = shape.count(CoreType.AIC);
        places[VECTOR] = shape.count(CoreType.AIV);
        boolean isPlain = true;
        for (int task = 0; task < graph.tasks(); task++) {
            if (offsets[task] != 0) {
                if (isGang(graph, task)) {
                    places[GANG] += blocks(graph, task);
                }
                places[graph.isCube(task) ? CUBE : VECTOR] += atOnce(graph, task);
                isPlain &= !hasShape(graph, task);
            }
        }
        places[GANG] += isPlain ? 0 : DeviceGraph.SPARE_GANGS;
        return places;
    }

    /** Places of its ready list that a task takes when it becomes ready. */
    private long atOnce(GraphSource graph, int task) {
        return isGang(graph, task) ? (isDumpedFirst(graph, task) ? 1 : 0) : blocks(graph, task);
    }

    private boolean isDumpedFirst(GraphSource graph, int task) {
        return (dumps(graph, task) & GraphTask.DUMP_BEFORE) != 0;
    }

    private static boolean isGang(GraphSource graph, int task) {
        return graph.startsTogether(task) || graph.positions(task) != 0;
    }

    /** Whether it has a {@link GraphTaskShape}, so that its graph is not plain. */
    private static boolean hasShape(GraphSource graph, int task) {
        return isGang(graph, task) || graph.condition(task) != null;
    }

    /** Gives every task that runs its place; the units of all. */
    private long place(GraphSource graph, int[] consumers, int[] remaining) {
        int tasks = graph.tasks();
        offsets = new int[tasks];
        long units = 1; // an offset of 0 is none
        for (int task = 0; task < tasks; task++) {
            if (graph.isComplete(task)) {
                continue;
            }
            offsets[task] = (int) units;
            long bytes = argumentsEnd(graph.task(task));
            if (hasShape(graph, task)) {
                bytes = shapeAt(bytes) + GraphTaskShape.LAYOUT.sizeBytes();
            }
            units += (bytes + DeviceGraph.UNIT_BYTES - 1) / DeviceGraph.UNIT_BYTES;
            for (int i = 0; i < graph.producers(task); i++) {
                int producer = graph.producer(task, i);
                if (!graph.isComplete(producer)) {
                    consumers[producer]++;
                    remaining[task]++;
                }
            }
        }
        return units;
    }

    /** Bytes of a task up to its last scalar. */
    private static long argumentsEnd(DispatchSource source) {
        return GraphTask.LAYOUT.sizeBytes()
                + (long) source.tensorCount() * TensorDescriptor.LAYOUT.sizeBytes()
                + (long) source.scalarCount() * Long.BYTES;
    }

    private static long shapeAt(long argumentsEnd) {
        return argumentsEnd + SHAPE_ALIGNMENT - 1 & -SHAPE_ALIGNMENT;
    }

    private static long moreConsumers(int[] consumers) {
        long more = 0;
        for (int count : consumers) {
            more += Math.max(0, count - GraphTask.INLINE_CONSUMERS);
        }
        return more;
    }

    private void writeTasks(GraphSource graph, MemorySegment all, int[] consumers, int[] remaining, long moreAt) {
        int more = 0;
        long dumped = 0;
        for (int task = 0; task < offsets.length; task++) {
            if (offsets[task] == 0) {
                continue;
            }
            DispatchSource source = graph.task(task);
            boolean hasKernel = graph.hasKernel(task);
            long at = (long) offsets[task] * DeviceGraph.UNIT_BYTES;
            GraphTask.REMAINING.set(all, at, remaining[task]);
            GraphTask.ENDED.set(all, at, 0);
            GraphTask.NUMBER.set(all, at, task);
            GraphTask.BLOCKS.set(all, at, blocks(graph, task));
            boolean isMixed = graph.positions(task) != 0;
            GraphTask.FUNCTION_ID.set(all, at, hasKernel && !isMixed ? source.functionAt(0) : 0);
            int dumps = dumps(graph, task);
            dumped += Integer.bitCount(dumps);
            GraphTask.FLAGS_WORD.set(all, at, hasKernel ? dumps | shapeFlags(graph, task) : GraphTask.DUMMY);
            GraphTask.TENSOR_COUNT.set(all, at, source.tensorCount());
            GraphTask.SCALAR_COUNT.set(all, at, source.scalarCount());
            GraphTask.CONSUMER_COUNT.set(all, at, 0); // counted up below
            GraphTask.MORE_CONSUMERS.set(all, at, more);
            more += Math.max(0, consumers[task] - GraphTask.INLINE_CONSUMERS);
            long tensorsAt = at + GraphTask.LAYOUT.sizeBytes();
            long size = TensorDescriptor.LAYOUT.sizeBytes();
            for (int i = 0; i < source.tensorCount(); i++) {
                DispatchPayloads.describe(all, tensorsAt + i * size, source.tensor(i), source.tagCode(i));
                TensorDescriptor.DUMP.set(
                        all,
                        tensorsAt + i * size,
                        dumps == 0 ? 0 : graph.arguments().dumpOf(source, i));
            }
            long scalarsAt = tensorsAt + source.tensorCount() * size;
            for (int i = 0; i < source.scalarCount(); i++) {
                SCALAR.set(all, scalarsAt + (long) i * Long.BYTES, source.scalarBits(i));
            }
            if (hasShape(graph, task)) {
                writeShape(graph, task, all, at + shapeAt(argumentsEnd(source)));
            }
        }
        stages = dumped;
        for (int task = 0; task < offsets.length; task++) {
            for (int i = 0; offsets[task] != 0 && i < graph.producers(task); i++) {
                int producer = graph.producer(task, i);
                if (offsets[producer] != 0) {
                    addConsumer(graph, all, producer, task, remaining[task], moreAt);
                }
            }
        }
    }

    private static int shapeFlags(GraphSource graph, int task) {
        return (graph.startsTogether(task) ? GraphTask.TOGETHER : 0)
                | (graph.condition(task) != null ? GraphTask.PREDICATED : 0)
                | graph.positions(task) << GraphTask.POSITIONS_SHIFT;
    }

    private static void writeShape(GraphSource graph, int task, MemorySegment all, long at) {
        GraphTaskShape.ARRIVED.set(all, at, 0);
        int positions = graph.positions(task);
        for (int i = 0; i < GraphTaskShape.FUNCTIONS.size(); i++) {
            boolean isTaken = (positions >>> i & 1) != 0;
            GraphTaskShape.FUNCTIONS
                    .get(i)
                    .set(all, at, isTaken ? graph.task(task).functionAt(i) : 0);
        }
        GraphSource.Condition condition = graph.condition(task);
        if (condition != null) {
            GraphTaskShape.ELEMENT_BYTES.set(all, at, condition.elementBytes());
            GraphTaskShape.HOLDS_WHEN.set(all, at, holdsWhen(condition));
            GraphTaskShape.ELEMENT.set(all, at, condition.address());
            GraphTaskShape.TARGET.set(all, at, condition.target());
        }
    }

    private static int holdsWhen(GraphSource.Condition condition) {
        return (condition.holdsBelow() ? GraphTaskShape.LESS : 0)
                | (condition.holdsAt() ? GraphTaskShape.EQUAL : 0)
                | (condition.holdsAbove() ? GraphTaskShape.GREATER : 0);
    }

    /** Stages at which the arguments of a task are dumped, as bits of its flags. */
    private int dumps(GraphSource graph, int task) {
        if (rings == null || graph.arguments() == null || !graph.hasKernel(task)) {
            return 0;
        }
        CoreArguments dumped = graph.arguments();
        DispatchSource source = graph.task(task);
        return (dumped.isDumped(source, false) ? GraphTask.DUMP_BEFORE : 0)
                | (dumped.isDumped(source, true) ? GraphTask.DUMP_AFTER : 0);
    }

    private void addConsumer(
            GraphSource graph, MemorySegment all, int producer, int consumer, int remaining, long moreAt) {
        long at = (long) offsets[producer] * DeviceGraph.UNIT_BYTES;
        int index = (int) GraphTask.CONSUMER_COUNT.get(all, at);
        int word = offsets[consumer]
                | (graph.isCube(consumer) ? GraphTask.CUBE : 0)
                | (blocks(graph, consumer) > 1 || isGang(graph, consumer) ? GraphTask.DIVIDED : 0)
                | (remaining == 1 ? GraphTask.ALONE : 0);
        if (index < GraphTask.INLINE_CONSUMERS) {
            GraphTask.CONSUMERS.set(all, at, index, word);
        } else {
            long place = GraphTask.MORE_CONSUMERS.get(all, at) + index - GraphTask.INLINE_CONSUMERS;
            GraphTask.REMAINING.set(all, moreAt + place * Integer.BYTES, word); // a plain word
        }
        GraphTask.CONSUMER_COUNT.set(all, at, index + 1);
    }

    /** Puts what waits for nothing on its list; how many places of each are filled. */
    private int[] fillLists(GraphSource graph, MemorySegment all, int[] remaining, long[] lists) {
        int[] filled = new int[LISTS];
        for (int task = 0; task < offsets.length; task++) {
            if (offsets[task] == 0 || remaining[task] != 0) {
                continue;
            }
            boolean isFirstAlone = isDumpedFirst(graph, task); // it lets the others start
            boolean isGang = isGang(graph, task);
            int list = isGang && !isFirstAlone ? GANG : graph.isCube(task) ? CUBE : VECTOR;
            int blocks = isFirstAlone ? 1 : blocks(graph, task);
            long high = list == GANG ? who(graph, task) : isGang ? GraphTask.ONLY_DUMPS : 0;
            for (long block = 0; block < blocks; block++) {
                long place = lists[list] + (long) filled[list]++ * Long.BYTES;
                ENTRY.set(all, place, high + block << Integer.SIZE | offsets[task]);
            }
        }
        return filled;
    }

    /** Who takes part in each block of a gang, where the block index of an entry stands. */
    private static long who(GraphSource graph, int task) {
        int positions = graph.positions(task);
        int who = positions != 0 ? positions : graph.isCube(task) ? 1 : DeviceGraph.ANY_VECTOR;
        return (long) who << DeviceGraph.WHO_SHIFT - Integer.SIZE;
    }

    /** Records that each kernel has in its core's journal. */
    static int kernelRecords(GraphSource graph) {
        return graph.recordsDispatch() || graph.recordsCycles() ? 2 : 1;
    }

    private void writeHead(long moreAt, long[] lists, int[] filled, int kernelRecords, boolean isPlain) {
        MemorySegment words = head.map().segment();
        long base = body.baseAddress();
        DeviceGraph.RECORDS.set(words, 0, base);
        DeviceGraph.CONSUMERS.set(words, 0, base + moreAt);
        DeviceGraph.CUBE_READY.set(words, 0, base + lists[CUBE]);
        DeviceGraph.VECTOR_READY.set(words, 0, base + lists[VECTOR]);
        DeviceGraph.RUNNING.set(words, 0, 0);
        DeviceGraph.KERNEL_RECORDS.set(words, 0, kernelRecords);
        DeviceGraph.GANGS.set(words, 0, isPlain ? 0 : base + lists[GANG]);
        DeviceGraph.CUBE_TAIL.set(words, 0, filled[CUBE]);
        DeviceGraph.VECTOR_TAIL.set(words, 0, filled[VECTOR]);
        DeviceGraph.GANG_TAIL.set(words, 0, filled[GANG]);
        DeviceGraph.CUBE_HEAD.set(words, 0, 0);
        DeviceGraph.VECTOR_HEAD.set(words, 0, 0);
        head.copyIn(words.asSlice(0, DeviceGraph.LAYOUT.sizeBytes()), head.baseAddress());
    }

    /** Brings back which blocks have ended; false when the device does not give them any more. */
    boolean fetchStates() {
        try {
            body.map().pull(0, (long) recordUnits * DeviceGraph.UNIT_BYTES);
            return true;
        } catch (IllegalStateException dying) { // the copy is what notices it first
            return false;
        }
    }

    boolean isComplete(int task) {
        if (offsets[task] == 0) {
            return true;
        }
        MemorySegment all = body.map().segment();
        long at = (long) offsets[task] * DeviceGraph.UNIT_BYTES;
        int positions = GraphTask.FLAGS_WORD.get(all, at) >>> GraphTask.POSITIONS_SHIFT;
        int runs = Math.max(1, Integer.bitCount(positions)); // of each block
        return GraphTask.ENDED.get(all, at) == runs * GraphTask.BLOCKS.get(all, at);
    }

    private static int blocks(GraphSource graph, int task) {
        return graph.hasKernel(task) ? graph.task(task).blockCount() : 1;
    }

    private static long align(long bytes) {
        return bytes + DeviceGraph.UNIT_BYTES - 1 & -DeviceGraph.UNIT_BYTES;
    }

    @Override
    public void close() {
        head.close();
        body.close();
    }
}
