package io.tidemark.capture.deps;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.json.TextSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes {@code deps.json} in today's form: one line, 64-bit values as strings. One thread; nothing
 * but a buffer is kept. Tasks come first, then tensors, then edges, then what the recorder says of
 * the whole; a call for an earlier block throws.
 */
public final class DepsWriter implements Closeable {
    /** Name of the file in the capture directory. */
    public static final String FILE_NAME = DepsChannel.FILE;

    private enum Block {
        TASKS,
        TENSORS,
        EDGES,
        REMARKS,
        END
    }

    private static final String[] OPEN = {"{\"tasks\":[", "],\"tensors\":[", "],\"edges\":[", "]", "}\n"};

    private final TextSink sink;
    private Block block = Block.TASKS;
    private boolean firstRow = true;
    private boolean firstArgument;
    private boolean taskOpen;

    private DepsWriter(TextSink sink) {
        this.sink = sink;
    }

    public static DepsWriter create(Path file) throws IOException {
        DepsWriter writer = new DepsWriter(TextSink.create(file));
        writer.sink.ascii(OPEN[0]);
        return writer;
    }

    /** Writes a whole graph that was read with detail. */
    public static void write(Path file, DependencyGraph graph) throws IOException {
        DependencyDetail detail = graph.detail().orElseThrow(() -> new IllegalArgumentException("detail=absent"));
        try (DepsWriter writer = create(file)) {
            new GraphCopy(graph, detail, writer).run();
        }
    }

    /** Opens a task that always runs; its arguments follow. */
    public void task(
            long taskId,
            boolean manualScope,
            boolean earlyDispatch,
            int aicKernel,
            int aiv0Kernel,
            int aiv1Kernel,
            int blockCount)
            throws IOException {
        task(taskId, manualScope, earlyDispatch, aicKernel, aiv0Kernel, aiv1Kernel, blockCount, false);
    }

    /**
     * Opens a task; its arguments follow.
     *
     * @param predicated it runs only if a tensor says so; the key is written only then
     */
    public void task(
            long taskId,
            boolean manualScope,
            boolean earlyDispatch,
            int aicKernel,
            int aiv0Kernel,
            int aiv1Kernel,
            int blockCount,
            boolean predicated)
            throws IOException {
        enter(Block.TASKS);
        closeTask();
        separate();
        sink.ascii("{\"task_id\":\"").unsigned(taskId);
        sink.ascii(manualScope ? "\",\"scope\":\"manual\"" : "\",\"scope\":\"auto\"");
        sink.ascii(earlyDispatch ? ",\"early_dispatch\":true" : ",\"early_dispatch\":false");
        sink.ascii(",\"kernel_ids\":[").number(aicKernel).ascii(",").number(aiv0Kernel);
        sink.ascii(",").number(aiv1Kernel).ascii("],\"block_num\":").number(blockCount);
        sink.ascii(predicated ? ",\"predicated\":true,\"args\":[" : ",\"args\":[");
        taskOpen = true;
        firstArgument = true;
    }

    /** An argument of the open task that names no tensor. */
    public void argument(int index, ArgType type) throws IOException {
        beginArgument(index, type);
        sink.ascii("}");
    }

    /** An argument of the open task with its region, in a buffer that no task allocated. */
    public void argument(int index, ArgType type, long tensorId, Region region) throws IOException {
        argument(index, type, tensorId, TensorIdentity.NO_OWNER, region);
    }

    /**
     * An argument of the open task with its region.
     *
     * @param owner task that allocated the buffer; the key is written only if there is one
     */
    public void argument(int index, ArgType type, long tensorId, long owner, Region region) throws IOException {
        beginArgument(index, type);
        sink.ascii(",\"tensor_id\":\"").unsigned(tensorId).ascii("\"");
        if (owner != TensorIdentity.NO_OWNER) {
            sink.ascii(",\"owner\":\"").unsigned(owner).ascii("\"");
        }
        region("", region);
        sink.ascii("}");
    }

    private void beginArgument(int index, ArgType type) throws IOException {
        if (!taskOpen) {
            throw new IllegalStateException("argument=" + index + " without an open task");
        }
        sink.ascii(firstArgument ? "{\"idx\":" : ",{\"idx\":").number(index);
        sink.ascii(",\"type\":\"").ascii(type.word()).ascii("\"");
        firstArgument = false;
    }

    public void tensor(long tensorId, long bufferAddress, long version, String dataType, long elements)
            throws IOException {
        enter(Block.TENSORS);
        separate();
        sink.ascii("{\"tensor_id\":\"").unsigned(tensorId);
        sink.ascii("\",\"buffer_addr\":\"").unsigned(bufferAddress);
        sink.ascii("\",\"version\":").number(version);
        sink.ascii(",\"dtype\":").quoted(dataType);
        sink.ascii(",\"buffer_numel\":\"").number(elements).ascii("\"}");
    }

    /**
     * An edge.
     *
     * @param flags {@link EdgeFlags}, or {@link DependencyEdges#NO_FLAGS} where the runtime writes
     *     none
     * @param overlap {@link Overlap#NONE} unless the tensor map found it
     * @param consumer null for explicit dependencies; {@code tensorId} is then not written
     * @param producer null unless the tensor map found it
     */
    public void edge(
            long predecessor,
            long successor,
            int argument,
            EdgeSource source,
            int flags,
            Overlap overlap,
            long tensorId,
            Region consumer,
            Region producer)
            throws IOException {
        enter(Block.EDGES);
        separate();
        sink.ascii("{\"pred\":\"").unsigned(predecessor);
        sink.ascii("\",\"succ\":\"").unsigned(successor);
        sink.ascii("\",\"arg\":").number(argument);
        sink.ascii(",\"source\":\"").ascii(source.word()).ascii("\"");
        if (flags != DependencyEdges.NO_FLAGS) {
            flags(flags);
        }
        if (overlap != Overlap.NONE) {
            sink.ascii(",\"overlap\":\"").ascii(overlap.word()).ascii("\"");
        }
        if (consumer != null) {
            sink.ascii(",\"tensor_id\":\"").unsigned(tensorId).ascii("\"");
            region("consumer_", consumer);
        }
        if (producer != null) {
            region("producer_", producer);
        }
        sink.ascii("}");
    }

    private void flags(int flags) throws IOException {
        boolean waits = (flags & EdgeFlags.WAIT) != 0;
        boolean retains = (flags & EdgeFlags.RETAIN) != 0;
        sink.ascii(waits ? ",\"flags\":[\"wait\"" : ",\"flags\":[");
        sink.ascii(retains ? waits ? ",\"retain\"]" : "\"retain\"]" : "]");
    }

    /** Allocations that no edge names; at most once. Without any, no key is written. */
    public void allocations(long[] taskIds) throws IOException {
        enter(Block.REMARKS);
        for (int at = 0; at < taskIds.length; at++) {
            sink.ascii(at == 0 ? ",\"allocs\":[\"" : "\",\"").unsigned(taskIds[at]);
        }
        sink.ascii(taskIds.length == 0 ? "" : "\"]");
    }

    /**
     * What the recorder says of the whole graph; a whole and trustworthy one gets no key.
     *
     * @param partial the run ended before the orchestration did
     * @param untrusted why the graph may be wrong; empty if it is not
     */
    public void remark(boolean partial, String untrusted) throws IOException {
        enter(Block.REMARKS);
        sink.ascii(partial ? ",\"partial\":true" : "");
        if (!untrusted.isEmpty()) {
            sink.ascii(",\"untrusted\":").quoted(untrusted);
        }
    }

    /** The runtime that ran the graph; an empty name gets no key. */
    public void runtime(String name) throws IOException {
        enter(Block.REMARKS);
        if (!name.isEmpty()) {
            sink.ascii(",\"runtime\":").quoted(name);
        }
    }

    private void region(String prefix, Region region) throws IOException {
        if (!region.dataType().isEmpty()) {
            key(prefix, "dtype").quoted(region.dataType());
        }
        key(prefix, "shape").list(region.shape(), ",");
        key(prefix, "start_offset").ascii("\"").number(region.startOffset()).ascii("\"");
        key(prefix, "strides").list(region.strides(), ",");
    }

    private TextSink key(String prefix, String name) throws IOException {
        return sink.ascii(",\"").ascii(prefix).ascii(name).ascii("\":");
    }

    private void enter(Block wanted) throws IOException {
        if (wanted.ordinal() < block.ordinal()) {
            throw new IllegalStateException("block=" + wanted + " after=" + block);
        }
        while (block != wanted) {
            closeTask();
            block = Block.values()[block.ordinal() + 1];
            sink.ascii(OPEN[block.ordinal()]);
            firstRow = true;
        }
    }

    private void closeTask() throws IOException {
        if (taskOpen) {
            sink.ascii("]}");
            taskOpen = false;
        }
    }

    private void separate() throws IOException {
        sink.ascii(firstRow ? "" : ",");
        firstRow = false;
    }

    /** Ends the document. */
    @Override
    public void close() throws IOException {
        try (sink) {
            enter(Block.END);
        }
    }
}
