package io.tidemark.capture.table;

import io.tidemark.abi.AbiVersion;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.spool.TableChunk;
import io.tidemark.abi.spool.TableFooter;
import io.tidemark.abi.spool.TableHeader;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.file.WriteFailure;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends chunks to one table file, and the footer at the end. One thread at a time. A chunk is in
 * the file whole or not at all: when a write fails, the file is cut back to the last whole chunk
 * and the failure goes up.
 */
public final class TableWriter implements AutoCloseable {
    /** How the file is opened; tests put a full disk in here. */
    @FunctionalInterface
    public interface Opener {
        FileChannel open(Path file) throws IOException;
    }

    private static final int LINE_BYTES = StoredChunk.LINE_BYTES;
    private static final int HEADER_BYTES = TableHeader.LAYOUT.sizeBytes();
    private static final int ALIGNMENT = 64; // records then lie as in the region

    private final RecordStream stream;
    private final int recordBytes;
    private final Path path;
    private final FileChannel file;
    private final ByteBuffer line = ByteBuffer.allocateDirect(LINE_BYTES);
    private final MemorySegment lineBytes = MemorySegment.ofBuffer(line);
    private final List<StoredChunk> chunks = new ArrayList<>();
    private long headerDigest;
    private long sizeBytes;
    private boolean finished;
    private final RecordWords looked = new RecordWords();
    private int kernels; // one more than the highest
    private long firstTick; // of the records that were looked at last
    private long lastTick;

    private TableWriter(RecordStream stream, Path path, FileChannel file) {
        this.stream = stream;
        this.path = path;
        this.file = file;
        recordBytes = stream.layout().sizeBytes();
    }

    /**
     * Starts a table file and writes its header.
     *
     * @param clockHz ticks per second of the device clock, 0 if unknown
     */
    public static TableWriter create(RecordStream stream, long clockHz, Path path, Opener opener) throws IOException {
        FileChannel file = opener.open(path);
        TableWriter writer = new TableWriter(stream, path, file);
        try {
            writer.writeHeader(clockHz);
            return writer;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Continues a file that another process began. An incomplete chunk and a footer are removed. A
     * file without a whole header is begun anew.
     */
    public static TableWriter resume(RecordStream stream, long clockHz, Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        TableWriter writer = new TableWriter(stream, path, file);
        try {
            if (Files.size(path) < HEADER_BYTES || !writer.takeOver()) {
                file.truncate(0);
                writer.writeHeader(clockHz);
            }
            return writer;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** False if the header was not written whole, so that there can be no chunk. */
    private boolean takeOver() throws IOException {
        try (TableFile left = TableFile.open(path)) {
            if (left.recordBytes() != recordBytes || left.kind() != stream.kind()) {
                throw new IOException("%s holds %s in records of %d bytes, not %s"
                        .formatted(path, left.schema().stream(), left.recordBytes(), stream.name()));
            }
            for (StoredChunk chunk : left.chunks()) {
                if (left.isGenuine(chunk)) { // a damaged chunk is missing in the books
                    lookAt(left.bytes(), chunk.recordsAt(), chunk.records());
                    chunks.add(chunk);
                }
            }
            headerDigest = left.headerDigest();
            sizeBytes = left.wholeBytes();
            file.truncate(sizeBytes);
            file.position(sizeBytes);
            return true;
        } catch (TableFile.CutHeaderException cut) {
            return false;
        }
    }

    private void writeHeader(long clockHz) throws IOException {
        byte[] schema = TableSchema.of(stream).text().getBytes(StandardCharsets.UTF_8);
        long size = HEADER_BYTES + schema.length;
        size += -size & (ALIGNMENT - 1);
        MemorySegment header = MemorySegment.ofBuffer(ByteBuffer.allocateDirect((int) size));
        TableHeader.MAGIC_WORD.set(header, 0, TableHeader.MAGIC);
        TableHeader.VERSION_WORD.set(header, 0, TableHeader.VERSION);
        TableHeader.ABI_VERSION.set(header, 0, AbiVersion.CURRENT);
        TableHeader.CHANNEL.set(header, 0, stream.channel().code());
        TableHeader.KIND.set(header, 0, stream.kind());
        TableHeader.LAYOUT_ID.set(header, 0, stream.layout().id());
        TableHeader.RECORD_BYTES.set(header, 0, recordBytes);
        TableHeader.SCHEMA_BYTES.set(header, 0, schema.length);
        TableHeader.CHUNKS_AT.set(header, 0, size);
        TableHeader.CLOCK_HZ.set(header, 0, clockHz);
        MemorySegment.copy(schema, 0, header, ValueLayout.JAVA_BYTE, HEADER_BYTES, schema.length);
        headerDigest = TableFile.headerDigest(header, size);
        TableHeader.DIGEST.set(header, 0, headerDigest);
        write(header.asByteBuffer());
    }

    public RecordStream stream() {
        return stream;
    }

    public Path path() {
        return path;
    }

    public long sizeBytes() {
        return sizeBytes;
    }

    /** What is in the file, in the order of writing. */
    public List<StoredChunk> chunks() {
        return List.copyOf(chunks);
    }

    /** Appends the records of one buffer; {@code source} holds them from {@code at} on. */
    public StoredChunk append(
            int lane,
            long sequence,
            int records,
            long droppedBefore,
            long firstPosition,
            boolean recovered,
            MemorySegment source,
            long at)
            throws IOException {
        if (finished) {
            throw new IllegalStateException("path=" + path + " has its footer already");
        }
        long size = (long) records * recordBytes;
        lookAt(source, at, records);
        TableChunk.MAGIC_WORD.set(lineBytes, 0, TableChunk.MAGIC);
        TableChunk.AT.set(lineBytes, 0, sizeBytes);
        TableChunk.LANE.set(lineBytes, 0, lane);
        TableChunk.SEQUENCE.set(lineBytes, 0, sequence);
        TableChunk.RECORDS.set(lineBytes, 0, records);
        TableChunk.DROPPED_BEFORE.set(lineBytes, 0, droppedBefore);
        TableChunk.FIRST_POSITION.set(lineBytes, 0, firstPosition);
        TableChunk.BEGIN_TICK.set(lineBytes, 0, records == 0 ? 0 : firstTick);
        TableChunk.END_TICK.set(lineBytes, 0, records == 0 ? 0 : lastTick);
        TableChunk.RECORDS_DIGEST.set(lineBytes, 0, Crc.of(source, at, size));
        TableChunk.ORIGIN.set(lineBytes, 0, recovered ? TableChunk.RECOVERED : TableChunk.DELIVERED);
        TableChunk.LINE_DIGEST.set(lineBytes, 0, TableFile.lineDigest(lineBytes, 0));
        StoredChunk chunk = StoredChunk.read(lineBytes, 0, stream.kind(), recordBytes);
        line.clear();
        write(line, source.asSlice(at, size).asByteBuffer());
        chunks.add(chunk);
        return chunk;
    }

    /** Finds the earliest and the latest stamp of some records, and the highest kernel of all. */
    private void lookAt(MemorySegment source, long at, int records) {
        ChannelStream kind = stream.stream();
        firstTick = Long.MAX_VALUE;
        lastTick = Long.MIN_VALUE;
        switch (kind.stamps()) {
            case NONE -> firstTick = lastTick = 0;
            case WORDS -> {
                for (int done = 0; done < records; ) {
                    long from = at + (long) done * recordBytes;
                    int count = looked.fill(source, from, records - done, recordBytes);
                    lookAt(kind, looked.words(), count);
                    done += count;
                }
            }
            case BYTES -> {
                for (int i = 0; i < records; i++) {
                    long one = at + (long) i * recordBytes;
                    firstTick = Math.min(firstTick, kind.firstTick(source, one));
                    lastTick = Math.max(lastTick, kind.lastTick(source, one));
                    kernels = Math.max(kernels, kind.kernel(source, one) + 1);
                }
            }
        }
    }

    private void lookAt(ChannelStream kind, long[] words, int records) {
        long first = firstTick;
        long last = lastTick;
        int most = kernels;
        int end = records * (recordBytes / Long.BYTES);
        for (int at = 0; at < end; at += recordBytes / Long.BYTES) {
            first = Math.min(first, kind.firstTick(words, at));
            last = Math.max(last, kind.lastTick(words, at));
            most = Math.max(most, kind.kernel(words, at) + 1);
        }
        firstTick = first;
        lastTick = last;
        kernels = most;
    }

    /** Appends index, ledger and footer; nothing can be appended after that. */
    public void finish(List<LaneLedger> ledger) throws IOException {
        byte[] text = LedgerText.of(ledger).getBytes(StandardCharsets.UTF_8);
        long indexBytes = (long) chunks.size() * LINE_BYTES;
        long bodyBytes = indexBytes + text.length;
        bodyBytes += -bodyBytes & 7;
        try (Arena arena = Arena.ofConfined()) {
            int footerBytes = TableFooter.LAYOUT.sizeBytes();
            MemorySegment tail = arena.allocate(bodyBytes + footerBytes, 8);
            copyIndex(tail);
            MemorySegment.copy(text, 0, tail, ValueLayout.JAVA_BYTE, indexBytes, text.length);
            MemorySegment footer = tail.asSlice(bodyBytes);
            TableFooter.MAGIC_WORD.set(footer, 0, TableFooter.MAGIC);
            TableFooter.CHUNKS.set(footer, 0, chunks.size());
            TableFooter.RECORDS.set(
                    footer, 0, chunks.stream().mapToLong(StoredChunk::records).sum());
            TableFooter.INDEX_AT.set(footer, 0, sizeBytes);
            TableFooter.LEDGER_AT.set(footer, 0, sizeBytes + indexBytes);
            TableFooter.LEDGER_BYTES.set(footer, 0, text.length);
            TableFooter.INDEX_DIGEST.set(footer, 0, Crc.of(tail, 0, bodyBytes));
            TableFooter.HEADER_DIGEST.set(footer, 0, headerDigest);
            TableFooter.KERNELS.set(footer, 0, kernels);
            TableFooter.DIGEST.set(footer, 0, TableFile.footerDigest(footer));
            write(tail.asByteBuffer());
        }
        finished = true;
    }

    private void copyIndex(MemorySegment target) throws IOException {
        ByteBuffer copy = target.asByteBuffer();
        try (FileChannel read = FileChannel.open(path, StandardOpenOption.READ)) {
            for (int i = 0; i < chunks.size(); i++) {
                copy.limit((i + 1) * LINE_BYTES).position(i * LINE_BYTES);
                long from = chunks.get(i).lineAt();
                while (copy.hasRemaining()) {
                    int count = read.read(copy, from + copy.position() - (long) i * LINE_BYTES);
                    if (count < 0) {
                        throw new IOException(path + " became shorter while it was finished");
                    }
                }
            }
        }
    }

    private void write(ByteBuffer... parts) throws IOException {
        long size = 0;
        for (ByteBuffer part : parts) {
            size += part.remaining();
        }
        ByteBuffer last = parts[parts.length - 1];
        try {
            while (last.hasRemaining() || parts[0].hasRemaining()) {
                file.write(parts);
            }
        } catch (IOException e) {
            IOException named = WriteFailure.of(path, path, e);
            cutBack(e);
            throw named;
        }
        sizeBytes += size;
    }

    private void cutBack(IOException cause) {
        try {
            file.truncate(sizeBytes);
            file.position(sizeBytes);
        } catch (IOException e) {
            cause.addSuppressed(e); // a reader ignores the part that is cut off
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
