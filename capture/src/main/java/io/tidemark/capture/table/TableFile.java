package io.tidemark.capture.table;

import io.tidemark.abi.AbiVersion;
import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.layout.FieldLine;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.spool.TableChunk;
import io.tidemark.abi.spool.TableFooter;
import io.tidemark.abi.spool.TableHeader;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.file.FileKind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A table file, mapped. Opening it reads the header and the lines of the chunks. The lines come
 * from the footer's index. If the footer is missing (the run is active or was killed) or damaged,
 * they come from a walk over the chunks. {@link #open(Path, RecordStream)} also compares the
 * records of every chunk with their digest. No record comes to the heap. Immutable after opening;
 * any thread may read.
 */
public final class TableFile implements AutoCloseable {
    /** How the name of a head ends: what a channel's table files do not say, beside them. */
    public static final String HEAD_SUFFIX = ".head.json";

    /** How the name of a table file ends. */
    public static final String SUFFIX = ".tide";

    /** Directory of a finished capture's table files. */
    public static final String DIRECTORY = "tables";

    private static final int LINE_BYTES = StoredChunk.LINE_BYTES;
    private static final int HEADER_BYTES = TableHeader.LAYOUT.sizeBytes();
    private static final int FOOTER_BYTES = TableFooter.LAYOUT.sizeBytes();
    private static final long MOST_HEADER_BYTES = 1 << 20;
    private static final long MOST_SEARCHED_BYTES = 64 << 20; // for a readable chunk behind a damaged one

    /** The file ends inside its header, so that no chunk was ever written to it. */
    public static final class CutHeaderException extends IOException {
        private static final long serialVersionUID = 1;

        CutHeaderException(String message) {
            super(message);
        }
    }

    private final Arena arena; // null if the caller mapped the bytes
    private final String name;
    private final MemorySegment bytes;
    private final TableSchema schema;
    private final long chunksAt;
    private final int recordBytes;
    private long[] lines = new long[0]; // where the line of each chunk lies, here or in the index
    private int chunkCount;
    private final List<String> damage = new ArrayList<>();
    private List<LaneLedger> ledger; // null without footer
    private int kernels;
    private long wholeBytes;
    private boolean isChecked; // damaged chunks are left out, and named in the list of damage

    private TableFile(Arena arena, String name, MemorySegment bytes) throws IOException {
        this.arena = arena;
        this.name = name;
        this.bytes = bytes;
        requireHeader();
        int schemaBytes = (int) TableHeader.SCHEMA_BYTES.get(bytes, 0);
        chunksAt = TableHeader.CHUNKS_AT.get(bytes, 0);
        recordBytes = (int) TableHeader.RECORD_BYTES.get(bytes, 0);
        try {
            schema = TableSchema.parse(text(HEADER_BYTES, schemaBytes), recordBytes);
        } catch (IllegalArgumentException broken) {
            throw new IOException(name + " is damaged: " + broken.getMessage(), broken);
        }
        if (!readFooter()) {
            walk();
        }
    }

    public static boolean isName(Path file) {
        return file.toString().endsWith(SUFFIX);
    }

    /** The file that says of a channel what its table files do not, beside them. */
    public static String headName(Channel channel) {
        return channel.word() + HEAD_SUFFIX;
    }

    /** Its path in a whole capture. */
    public static String head(Channel channel) {
        return DIRECTORY + "/" + headName(channel);
    }

    /** Maps a file; close it to let go of the mapping. */
    public static TableFile open(Path path) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel file = FileChannel.open(FileKind.required(path), StandardOpenOption.READ)) {
            MemorySegment bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena);
            return new TableFile(arena, path.getFileName().toString(), bytes);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /**
     * Maps a file to read its records: it must hold the stream that is expected. Chunks that do not
     * match their digest are left out, and {@link #damage} names them; a file of a finished capture
     * must have its footer.
     */
    public static TableFile open(Path path, RecordStream expected) throws IOException {
        TableFile table = open(path);
        try {
            table.require(expected);
            table.check(path.toAbsolutePath().getParent().endsWith(DIRECTORY));
            return table;
        } catch (IOException | RuntimeException e) {
            table.close();
            throw e;
        }
    }

    private void require(RecordStream expected) throws IOException {
        if (!isOfThisVersion()) {
            throw new IOException(name + " has records of another version of Tidemark");
        }
        boolean isExpected = TableHeader.CHANNEL.get(bytes, 0)
                        == expected.channel().code()
                && kind() == expected.kind()
                && TableHeader.LAYOUT_ID.get(bytes, 0) == expected.layout().id()
                && recordBytes == expected.layout().sizeBytes()
                && schema.columns().stream().allMatch(column -> agrees(column, expected.layout()));
        if (!isExpected) {
            throw new IOException("%s holds %s in records of %d bytes (%s), not %s in records of %d bytes (%s)"
                    .formatted(
                            name,
                            schema.stream(),
                            recordBytes,
                            schema.record(),
                            expected.name(),
                            expected.layout().sizeBytes(),
                            expected.layout().name()));
        }
    }

    /** A column that this version does not know may lie anywhere. */
    private static boolean agrees(FieldLine column, RecordLayout layout) {
        return layout.field(column.name())
                .map(known -> known.type() == column.type()
                        && known.elements() == column.elements()
                        && known.offset() == column.offset())
                .orElse(true);
    }

    /** Leaves out the chunks that are damaged. */
    private void check(boolean isFinished) {
        lines = genuineLines(damage);
        chunkCount = lines.length;
        isChecked = true;
        if (isFinished && ledger == null) {
            damage.add(
                    cutBytes() > 0 ? bytesAtEnd() : name + ": its footer is missing, and with it perhaps some chunks");
        }
    }

    private long[] genuineLines(List<String> damaged) {
        return Arrays.stream(lines, 0, chunkCount)
                .filter(line -> {
                    StoredChunk chunk = chunk(line);
                    boolean isGenuine = isGenuine(chunk);
                    if (!isGenuine) {
                        damaged.add("%s: the chunk at %d (lane %d, %d records) does not match its digest"
                                .formatted(name, chunk.lineAt(), chunk.lane(), chunk.records()));
                    }
                    return isGenuine;
                })
                .toArray();
    }

    private String bytesAtEnd() {
        return "%s: %d bytes at its end are no whole chunk".formatted(name, cutBytes());
    }

    /** Reads bytes that the caller has mapped and owns. */
    public static TableFile of(String name, MemorySegment bytes) throws IOException {
        return new TableFile(null, name, bytes);
    }

    private void requireHeader() throws IOException {
        if (bytes.byteSize() < HEADER_BYTES) {
            throw new CutHeaderException(name + " ends inside its header");
        }
        if (TableHeader.MAGIC_WORD.get(bytes, 0) != TableHeader.MAGIC) {
            throw new IOException(name + " is not a table file of Tidemark");
        }
        long version = TableHeader.VERSION_WORD.get(bytes, 0);
        if (version != TableHeader.VERSION) {
            throw new IOException("%s has version %d of table files, this tool reads version %d"
                    .formatted(name, version, TableHeader.VERSION));
        }
        long schemaBytes = TableHeader.SCHEMA_BYTES.get(bytes, 0);
        long at = TableHeader.CHUNKS_AT.get(bytes, 0);
        long recordSize = TableHeader.RECORD_BYTES.get(bytes, 0);
        boolean sensible = at >= HEADER_BYTES + schemaBytes
                && at <= MOST_HEADER_BYTES
                && recordSize > 0
                && recordSize <= MOST_HEADER_BYTES;
        if (sensible && at > bytes.byteSize()) {
            throw new CutHeaderException(name + " ends inside its header");
        }
        if (!sensible || headerDigest() != headerDigest(bytes, at)) {
            throw new IOException(name + " is damaged: its header does not match its digest");
        }
    }

    /** Takes the lines from the index; false if there is no footer or it is damaged. */
    private boolean readFooter() {
        long at = bytes.byteSize() - FOOTER_BYTES;
        if (at < chunksAt || TableFooter.MAGIC_WORD.get(bytes, at) != TableFooter.MAGIC) {
            return false;
        }
        MemorySegment footer = bytes.asSlice(at);
        long count = TableFooter.CHUNKS.get(footer, 0);
        long indexAt = TableFooter.INDEX_AT.get(footer, 0);
        long ledgerAt = TableFooter.LEDGER_AT.get(footer, 0);
        long ledgerBytes = TableFooter.LEDGER_BYTES.get(footer, 0);
        if (TableFooter.DIGEST.get(footer, 0) != footerDigest(footer)
                || TableFooter.HEADER_DIGEST.get(footer, 0) != headerDigest()
                || indexAt < chunksAt
                || indexAt > at
                || count < 0
                || count > Integer.MAX_VALUE
                || count > (at - indexAt) / LINE_BYTES
                || ledgerAt != indexAt + count * LINE_BYTES
                || ledgerBytes > at - ledgerAt
                || TableFooter.INDEX_DIGEST.get(footer, 0) != Crc.of(bytes, indexAt, at - indexAt)) {
            damage.add(name + ": the footer does not match its digest");
            return false;
        }
        for (int i = 0; i < count; i++) { // the index has a digest as a whole
            if (!fits(indexAt + (long) i * LINE_BYTES, indexAt)) {
                damage.add(name + ": the index names a chunk that cannot be there");
                return false;
            }
        }
        lines = new long[(int) count];
        Arrays.setAll(lines, i -> indexAt + (long) i * LINE_BYTES);
        chunkCount = (int) count;
        try {
            ledger = LedgerText.parse(text(ledgerAt, (int) ledgerBytes));
        } catch (IllegalArgumentException broken) {
            damage.add(name + ": " + broken.getMessage());
            ledger = List.of();
        }
        kernels = (int) TableFooter.KERNELS.get(footer, 0);
        wholeBytes = indexAt;
        return true;
    }

    /** Goes from chunk to chunk; after a damaged line it looks for the next one that is genuine. */
    private void walk() {
        long at = chunksAt;
        wholeBytes = at;
        long lostFrom = -1;
        while (at + LINE_BYTES <= bytes.byteSize()) {
            if (isLine(at) && TableChunk.AT.get(bytes, at) == at) {
                if (!fits(at, bytes.byteSize())) {
                    break; // was being written
                }
                if (lostFrom >= 0) {
                    damage.add("%s: the bytes from %d to %d hold no readable chunk".formatted(name, lostFrom, at));
                    lostFrom = -1;
                }
                addLine(at);
                at = chunk(at).endAt();
                wholeBytes = at;
            } else {
                lostFrom = lostFrom < 0 ? at : lostFrom;
                at += Long.BYTES;
                if (at - lostFrom > MOST_SEARCHED_BYTES) {
                    break; // made longer after the run, such as by a hole of a terabyte
                }
            }
        }
    }

    private void addLine(long at) {
        if (chunkCount == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(64, 2 * chunkCount));
        }
        lines[chunkCount++] = at;
    }

    /** Whether the bytes at {@code at} are the line of a chunk, here or in the index. */
    private boolean isLine(long at) {
        return TableChunk.MAGIC_WORD.get(bytes, at) == TableChunk.MAGIC
                && TableChunk.LINE_DIGEST.get(bytes, at) == lineDigest(bytes, at);
    }

    private boolean fits(long line, long end) {
        long chunkAt = TableChunk.AT.get(bytes, line);
        long records = TableChunk.RECORDS.get(bytes, line);
        return chunkAt >= chunksAt
                && chunkAt <= end - LINE_BYTES
                && records <= (end - LINE_BYTES - chunkAt) / recordBytes
                && records <= Integer.MAX_VALUE;
    }

    private StoredChunk chunk(long line) {
        return StoredChunk.read(bytes, line, kind(), recordBytes);
    }

    private String text(long at, int size) {
        byte[] text = bytes.asSlice(at, size).toArray(ValueLayout.JAVA_BYTE);
        return new String(text, StandardCharsets.UTF_8);
    }

    static long headerDigest(MemorySegment header, long size) {
        long digestAt = TableHeader.DIGEST.offset();
        long rest = digestAt + Integer.BYTES;
        return new Crc().add(header, 0, digestAt).add(header, rest, size - rest).value();
    }

    static long lineDigest(MemorySegment bytes, long at) {
        long from = TableChunk.AT.offset();
        return Crc.of(bytes, at + from, LINE_BYTES - from);
    }

    static long footerDigest(MemorySegment footer) {
        return Crc.of(footer, 0, TableFooter.DIGEST.offset());
    }

    long headerDigest() {
        return TableHeader.DIGEST.get(bytes, 0);
    }

    public String name() {
        return name;
    }

    public TableSchema schema() {
        return schema;
    }

    public Optional<Channel> channel() {
        return ChannelCatalog.ofCode(TableHeader.CHANNEL.get(bytes, 0));
    }

    public int kind() {
        return TableHeader.KIND.get(bytes, 0);
    }

    /** Whether this version knows the meaning of the records. */
    public boolean isOfThisVersion() {
        return AbiVersion.canRead(TableHeader.ABI_VERSION.get(bytes, 0));
    }

    /** The same of a file that is not mapped; true for one that ends before it says its version. */
    static boolean isOfThisVersion(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            int read = file.read(word, TableHeader.ABI_VERSION.offset());
            return read < Integer.BYTES || AbiVersion.canRead(word.getInt(0));
        }
    }

    public int recordBytes() {
        return recordBytes;
    }

    /** Ticks per second of the device clock, 0 if unknown. */
    public long clockHz() {
        return TableHeader.CLOCK_HZ.get(bytes, 0);
    }

    /** In the order of the file; made anew by each call. */
    public List<StoredChunk> chunks() {
        List<StoredChunk> chunks = new ArrayList<>(chunkCount);
        for (int i = 0; i < chunkCount; i++) {
            chunks.add(chunk(lines[i]));
        }
        return chunks;
    }

    public int chunkCount() {
        return chunkCount;
    }

    /** What {@link StoredChunk#lane} says of the chunk at this place of the file's order. */
    public int lane(int chunk) {
        return (int) TableChunk.LANE.get(bytes, lines[chunk]);
    }

    /** The lanes that have chunks, in order. */
    public int[] lanes() {
        return IntStream.range(0, chunkCount)
                .map(this::lane)
                .sorted()
                .distinct()
                .toArray();
    }

    /** As {@link StoredChunk#records}. */
    public int records(int chunk) {
        return (int) TableChunk.RECORDS.get(bytes, lines[chunk]);
    }

    /** As {@link StoredChunk#recordsAt}. */
    public long recordsAt(int chunk) {
        return TableChunk.AT.get(bytes, lines[chunk]) + LINE_BYTES;
    }

    /** As {@link StoredChunk#beginTick}. */
    public long beginTick(int chunk) {
        return TableChunk.BEGIN_TICK.get(bytes, lines[chunk]);
    }

    /** As {@link StoredChunk#endTick}. */
    public long endTick(int chunk) {
        return TableChunk.END_TICK.get(bytes, lines[chunk]);
    }

    public long records() {
        long records = 0;
        for (int i = 0; i < chunkCount; i++) {
            records += records(i);
        }
        return records;
    }

    /** The whole file; a chunk has the position of its records in the file. */
    public MemorySegment bytes() {
        return bytes;
    }

    /** Walks over the records of some of its chunks, copied into words. For one thread. */
    public LaneCursor cursor(List<StoredChunk> some) {
        return new LaneCursor(bytes, some);
    }

    /** The books of the stream; empty without a footer. */
    public Optional<List<LaneLedger>> ledger() {
        return Optional.ofNullable(ledger);
    }

    /** One more than the highest kernel that a record names; empty if it is unknown. */
    public OptionalInt kernels() {
        return kernels <= 0 ? OptionalInt.empty() : OptionalInt.of(kernels);
    }

    /** Up to here the file holds chunks; a footer is not counted. */
    public long wholeBytes() {
        return wholeBytes;
    }

    /** What follows the last whole chunk of a file without footer. */
    public long cutBytes() {
        return ledger == null ? bytes.byteSize() - wholeBytes : 0;
    }

    /** Whether the records of a chunk match their digest, and its line the one in the index. */
    public boolean isGenuine(StoredChunk chunk) {
        long line = chunk.lineAt();
        return isLine(line)
                && TableChunk.AT.get(bytes, line) == line
                && chunk.equals(chunk(line))
                && TableChunk.RECORDS_DIGEST.get(bytes, line) == Crc.of(bytes, chunk.recordsAt(), chunk.sizeBytes());
    }

    /**
     * What in the file is not as it was written; a sentence each. Reads the whole file, unless that
     * was done when it was opened.
     */
    public List<String> damage() {
        List<String> found = new ArrayList<>(damage);
        if (!isChecked) {
            genuineLines(found);
            if (ledger == null && cutBytes() > 0) {
                found.add(bytesAtEnd());
            }
        }
        return found;
    }

    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
