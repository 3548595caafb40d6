package io.tidemark.cuda;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.DeviceGraph;
import io.tidemark.abi.dispatch.GraphTask;
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
 * tasks, the longer lists of consumers and both ready lists behind one another. Kept from run to
 * run. For the thread that owns the chip, and for the one that hands the graph over.
 */
final class GraphMemory implements AutoCloseable {
    private static final long BYTES_PER_TASK = 512; // room for a task with a few arguments
    private static final long LEAST_BYTES = 1 << 20;
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
        writeHead(0, 0, 0, new int[2], 1); // cores look at it before there is a graph
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

    /** Makes room for graphs of so many tasks; only while no core runs. */
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
        long[] ready = {shape.count(CoreType.AIC), shape.count(CoreType.AIV)}; // cores wait beyond
        for (int task = 0; task < tasks; task++) {
            if (offsets[task] != 0) {
                ready[graph.isCube(task) ? 0 : 1] += blocks(graph, task);
            }
        }
        long moreAt = units * DeviceGraph.UNIT_BYTES + EAGER_BYTES;
        long cubeAt = align(moreAt + more * Integer.BYTES);
        long vectorAt = align(cubeAt + ready[0] * Long.BYTES);
        long end = align(vectorAt + ready[1] * Long.BYTES);
        if (units >= GraphTask.ALONE || end > body.sizeBytes()) {
            return false;
        }
        recordUnits = (int) units;
        MemorySegment all = body.map().segment();
        writeTasks(graph, all, consumers, remaining, moreAt);
        all.asSlice(cubeAt, end - cubeAt).fill((byte) 0);
        int[] filled = fillReady(graph, all, remaining, cubeAt, vectorAt);
        body.copyIn(all.asSlice(0, end), body.baseAddress());
        writeHead(moreAt, cubeAt, vectorAt, filled, kernelRecords(graph));
        return true;
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
            DispatchSource source = graph.task(task);
            long bytes =
                    GraphTask.LAYOUT.sizeBytes()
                            + (long) source.tensorCount() * TensorDescriptor.LAYOUT.sizeBytes()
                            + (long) source.scalarCount() * Long.BYTES;
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

    private static long moreConsumers(int[] consumers) {
        long more = 0;
        for (int count : consumers) {
            more += Math.max(0, count - GraphTask.INLINE_CONSUMERS);
        }
        return more;
    }

    private void writeTasks(
            GraphSource graph, MemorySegment all, int[] consumers, int[] remaining, long moreAt) {
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
            GraphTask.FUNCTION_ID.set(all, at, hasKernel ? source.functionAt(0) : 0);
            int dumps = dumps(graph, task);
            dumped += Integer.bitCount(dumps);
            GraphTask.FLAGS_WORD.set(all, at, hasKernel ? dumps : GraphTask.DUMMY);
            GraphTask.TENSOR_COUNT.set(all, at, source.tensorCount());
            GraphTask.SCALAR_COUNT.set(all, at, source.scalarCount());
            GraphTask.CONSUMER_COUNT.set(all, at, 0); // counted up below
            GraphTask.MORE_CONSUMERS.set(all, at, more);
            more += Math.max(0, consumers[task] - GraphTask.INLINE_CONSUMERS);
            long tensorsAt = at + GraphTask.LAYOUT.sizeBytes();
            long size = TensorDescriptor.LAYOUT.sizeBytes();
            for (int i = 0; i < source.tensorCount(); i++) {
                DispatchPayloads.describe(
                        all, tensorsAt + i * size, source.tensor(i), source.tagCode(i));
                TensorDescriptor.DUMP.set(
                        all,
                        tensorsAt + i * size,
                        dumps == 0 ? 0 : graph.arguments().dumpOf(source, i));
            }
            long scalarsAt = tensorsAt + source.tensorCount() * size;
            for (int i = 0; i < source.scalarCount(); i++) {
                SCALAR.set(all, scalarsAt + (long) i * Long.BYTES, source.scalarBits(i));
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
            GraphSource graph,
            MemorySegment all,
            int producer,
            int consumer,
            int remaining,
            long moreAt) {
        long at = (long) offsets[producer] * DeviceGraph.UNIT_BYTES;
        int index = (int) GraphTask.CONSUMER_COUNT.get(all, at);
        int word =
                offsets[consumer]
                        | (graph.isCube(consumer) ? GraphTask.CUBE : 0)
                        | (blocks(graph, consumer) > 1 ? GraphTask.DIVIDED : 0)
                        | (remaining == 1 ? GraphTask.ALONE : 0);
        if (index < GraphTask.INLINE_CONSUMERS) {
            GraphTask.CONSUMERS.set(all, at, index, word);
        } else {
            long place = GraphTask.MORE_CONSUMERS.get(all, at) + index - GraphTask.INLINE_CONSUMERS;
            GraphTask.REMAINING.set(all, moreAt + place * Integer.BYTES, word); // a plain word
        }
        GraphTask.CONSUMER_COUNT.set(all, at, index + 1);
    }

    private int[] fillReady(
            GraphSource graph, MemorySegment all, int[] remaining, long cubeAt, long vectorAt) {
        int[] filled = new int[2];
        for (int task = 0; task < offsets.length; task++) {
            if (offsets[task] == 0 || remaining[task] != 0) {
                continue;
            }
            int kind = graph.isCube(task) ? 0 : 1;
            boolean isFirstAlone = (dumps(graph, task) & GraphTask.DUMP_BEFORE) != 0;
            int blocks = isFirstAlone ? 1 : blocks(graph, task); // it lets the others start
            for (long block = 0; block < blocks; block++) {
                long place = (kind == 0 ? cubeAt : vectorAt) + (long) filled[kind]++ * Long.BYTES;
                ENTRY.set(all, place, block << Integer.SIZE | offsets[task]);
            }
        }
        return filled;
    }

    /** Records that each kernel has in its core's journal. */
    static int kernelRecords(GraphSource graph) {
        return graph.recordsDispatch() || graph.recordsCycles() ? 2 : 1;
    }

    private void writeHead(
            long moreAt, long cubeAt, long vectorAt, int[] filled, int kernelRecords) {
        MemorySegment words = head.map().segment();
        long base = body.baseAddress();
        DeviceGraph.RECORDS.set(words, 0, base);
        DeviceGraph.CONSUMERS.set(words, 0, base + moreAt);
        DeviceGraph.CUBE_READY.set(words, 0, base + cubeAt);
        DeviceGraph.VECTOR_READY.set(words, 0, base + vectorAt);
        DeviceGraph.RUNNING.set(words, 0, 0);
        DeviceGraph.KERNEL_RECORDS.set(words, 0, kernelRecords);
        DeviceGraph.CUBE_TAIL.set(words, 0, filled[0]);
        DeviceGraph.VECTOR_TAIL.set(words, 0, filled[1]);
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
        return GraphTask.ENDED.get(all, at) == GraphTask.BLOCKS.get(all, at);
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
