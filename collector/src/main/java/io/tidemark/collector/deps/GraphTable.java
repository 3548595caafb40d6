package io.tidemark.collector.deps;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.deps.ReplayedSubmit;
import io.tidemark.abi.deps.SubmitHeader;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.table.TableWriter;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Kernels;
import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes replayed submits and their edges into the table file that stands for the dependency file.
 * One use, one thread. A file of that name is replaced.
 */
final class GraphTable implements EdgeRows.Target, AutoCloseable {
    private static final int RECORD_BYTES = ReplayedSubmit.LAYOUT.sizeBytes();
    private static final int RECORD_WORDS = RECORD_BYTES / Long.BYTES;
    private static final int KINDS = word(ReplayedSubmit.SUBMIT_KIND.offset());
    private static final int BLOCKS = word(ReplayedSubmit.AIV1_KERNEL.offset());
    private static final int PRODUCERS = word(ReplayedSubmit.PRODUCERS.offset());
    private static final int WHY = word(ReplayedSubmit.ARGUMENTS.offset());
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int[] REASONS = // by reason, without flags
            Arrays.stream(EdgeReason.values())
                    .mapToInt(reason -> ReplayedSubmit.reason(0, source(reason).code(), overlap(reason)))
                    .toArray();
    private static final int CHUNK_RECORDS = 8_192; // half a megabyte, as a buffer of the device

    private final TableWriter table;
    private final long[] words = new long[CHUNK_RECORDS * RECORD_WORDS]; // filled word by word
    private final MemorySegment chunk = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(CHUNK_RECORDS * RECORD_BYTES));
    private int end; // of the words in use
    private long appended;
    private long chunks;
    private int at; // first word of the last record
    private int edges; // of the last record

    private GraphTable(TableWriter table) {
        this.table = table;
    }

    static GraphTable create(Path file) throws IOException {
        return new GraphTable(TableWriter.create(
                new RecordStream(DepsChannel.CHANNEL, DepsStream.GRAPH),
                0,
                file,
                path -> FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)));
    }

    static EdgeSource source(EdgeReason reason) {
        return switch (reason) {
            case EXPLICIT -> EdgeSource.EXPLICIT;
            case CREATOR -> EdgeSource.CREATOR;
            case OVERLAPPING_WRITER, COVERED_WRITER -> EdgeSource.TENSORMAP;
        };
    }

    static Overlap overlap(EdgeReason reason) {
        return switch (reason) {
            case EXPLICIT, CREATOR -> Overlap.NONE;
            case OVERLAPPING_WRITER -> Overlap.OTHER;
            case COVERED_WRITER -> Overlap.COVERED;
        };
    }

    private static int word(long offset) {
        return (int) (offset / Long.BYTES);
    }

    @Override
    public void submit(RecordedSubmit submit) throws IOException {
        Kernels kernels = submit.kernels();
        int flags = (submit.manualScope() ? SubmitHeader.MANUAL_SCOPE : 0)
                | (submit.earlyDispatch() ? SubmitHeader.EARLY_DISPATCH : 0);
        begin(submit.taskId());
        words[at + KINDS] =
                ReplayedSubmit.kinds(submit.kind().code(), flags, kernel(kernels.aic()), kernel(kernels.aiv0()));
        words[at + BLOCKS] = ReplayedSubmit.blocks(kernel(kernels.aiv1()), kernels.blocks());
    }

    private static int kernel(int function) {
        return function == RecordedSubmit.NO_KERNEL ? SubmitHeader.NO_KERNEL : function;
    }

    @Override
    public void edge(RecordedSubmit submit, long producer, EdgeReason reason, int argument, int flags, Tensor written)
            throws IOException {
        if (edges == ReplayedSubmit.MOST_EDGES) {
            begin(submit.taskId());
            words[at + KINDS] = ReplayedSubmit.kinds(ReplayedSubmit.CONTINUED, 0, 0, 0);
        }
        words[at + KINDS] += ReplayedSubmit.oneEdge();
        words[at + PRODUCERS + edges] = producer;
        words[at + WHY] |= ReplayedSubmit.why(
                edges,
                argument < 0 ? ReplayedSubmit.NO_ARGUMENT : argument,
                REASONS[reason.ordinal()] | ReplayedSubmit.flags(flags));
        edges++;
    }

    private void begin(long taskId) throws IOException {
        if (end == words.length) {
            append();
        }
        at = end;
        end += RECORD_WORDS;
        edges = 0;
        words[at] = taskId;
    }

    private void append() throws IOException {
        int records = end / RECORD_WORDS;
        MemorySegment.copy(words, 0, chunk, WORD, 0, end);
        table.append(0, ++chunks, records, 0, appended, false, chunk, 0);
        appended += records;
        Arrays.fill(words, 0, end, 0);
        end = 0;
    }

    /** Writes what is left, and the footer. */
    void finish() throws IOException {
        if (end > 0) {
            append();
        }
        table.finish(List.of(new LaneLedger(0, appended, appended, 0, Map.of(), 0)));
    }

    @Override
    public void close() throws IOException {
        table.close();
    }
}
