package io.tidemark.collector.deps;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.abi.deps.ReplayedSubmit;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.table.TableWriter;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * Writes replayed submits and their edges into the table file that stands for the dependency file.
 * One use, one thread. A file of that name is replaced.
 */
final class GraphTable implements EdgeRows.Target, AutoCloseable {
    private static final int RECORD_BYTES = ReplayedSubmit.LAYOUT.sizeBytes();
    private static final int CHUNK_RECORDS = 8_192; // half a megabyte, as a buffer of the device

    private final TableWriter table;
    private final MemorySegment chunk =
            MemorySegment.ofBuffer(ByteBuffer.allocateDirect(CHUNK_RECORDS * RECORD_BYTES));
    private int records; // of the chunk
    private long appended;
    private long chunks;
    private long at; // of the last record in the chunk
    private int edges; // of the last record

    private GraphTable(TableWriter table) {
        this.table = table;
    }

    static GraphTable create(Path file) throws IOException {
        return new GraphTable(
                TableWriter.create(
                        new RecordStream(DepsChannel.CHANNEL, DepsStream.GRAPH),
                        0,
                        file,
                        path ->
                                FileChannel.open(
                                        path,
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.TRUNCATE_EXISTING,
                                        StandardOpenOption.WRITE)));
    }

    @Override
    public void submit(RecordedSubmit submit) throws IOException {
        begin(submit.taskId(), submit.kind().code());
        int flags =
                (submit.manualScope() ? SubmitHeader.MANUAL_SCOPE : 0)
                        | (submit.earlyDispatch() ? SubmitHeader.EARLY_DISPATCH : 0);
        Kernels kernels = submit.kernels();
        ReplayedSubmit.FLAG_BITS.set(chunk, at, flags);
        ReplayedSubmit.AIC_KERNEL.set(chunk, at, kernel(kernels.aic()));
        ReplayedSubmit.AIV0_KERNEL.set(chunk, at, kernel(kernels.aiv0()));
        ReplayedSubmit.AIV1_KERNEL.set(chunk, at, kernel(kernels.aiv1()));
        ReplayedSubmit.BLOCKS.set(chunk, at, kernels.blocks());
    }

    private static int kernel(int function) {
        return function == RecordedSubmit.NO_KERNEL ? SubmitHeader.NO_KERNEL : function;
    }

    @Override
    public void edge(
            RecordedSubmit submit,
            long producer,
            EdgeReason reason,
            int argument,
            int flags,
            Tensor written)
            throws IOException {
        if (edges == ReplayedSubmit.MOST_EDGES) {
            begin(submit.taskId(), ReplayedSubmit.CONTINUED);
        }
        ReplayedSubmit.PRODUCERS.set(chunk, at, edges, producer);
        ReplayedSubmit.ARGUMENTS.set(
                chunk, at, edges, argument < 0 ? ReplayedSubmit.NO_ARGUMENT : argument);
        ReplayedSubmit.REASONS.set(
                chunk,
                at,
                edges,
                ReplayedSubmit.reason(
                        flags, EdgeLines.source(reason).ordinal(), EdgeLines.overlap(reason)));
        edges++;
        ReplayedSubmit.EDGES.set(chunk, at, edges);
    }

    private void begin(long taskId, int kind) throws IOException {
        if (records == CHUNK_RECORDS) {
            append();
        }
        at = (long) records * RECORD_BYTES;
        records++;
        edges = 0;
        ReplayedSubmit.TASK_ID.set(chunk, at, taskId);
        ReplayedSubmit.SUBMIT_KIND.set(chunk, at, kind);
    }

    private void append() throws IOException {
        table.append(0, ++chunks, records, 0, appended, false, chunk, 0);
        appended += records;
        records = 0;
        chunk.fill((byte) 0);
    }

    /** Writes what is left, and the footer. */
    void finish() throws IOException {
        if (records > 0) {
            append();
        }
        table.finish(List.of(new LaneLedger(0, appended, appended, 0, Map.of(), 0)));
    }

    @Override
    public void close() throws IOException {
        table.close();
    }
}
