package io.tidemark.collector.spool;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableWriter;
import io.tidemark.memory.OffHeap;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Appends what was collected of one channel to its table files, one per stream, and keeps the index
 * of what is in them. One thread at a time. Freezes are a stream of their own, whose file comes
 * into being with the first freeze. When a write fails, the buffer concerned is still in the
 * region.
 */
public final class SpoolWriter implements AutoCloseable {
    /** How a spool file is opened; tests put a full disk in here. */
    @FunctionalInterface
    public interface Opener extends TableWriter.Opener {}

    private final Channel channel;
    private final Path directory;
    private final long clockHz;
    private final Opener opener;
    private final Map<Integer, TableWriter> tables = new LinkedHashMap<>();
    private final SpoolIndex index = new SpoolIndex();
    private SpoolFollower follower; // null: none
    private long freezes;

    private SpoolWriter(Channel channel, Path directory, long clockHz, Opener opener) {
        this.channel = channel;
        this.directory = directory;
        this.clockHz = clockHz;
        this.opener = opener;
    }

    private static FileChannel openNew(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Starts the files of a channel; refuses a file that exists, because it belongs to another run.
     *
     * @param kinds buffer kinds that the run records
     */
    public static SpoolWriter create(Channel channel, Path directory, long clockHz, List<Integer> kinds, Opener opener)
            throws IOException {
        SpoolWriter spool = new SpoolWriter(channel, directory, clockHz, opener);
        try {
            for (int kind : kinds) {
                spool.create(kind);
            }
            return spool;
        } catch (IOException e) {
            spool.close();
            throw e;
        }
    }

    /** Continues the spool of another process; data that the process left incomplete is removed. */
    public static SpoolWriter resume(Channel channel, Path directory, long clockHz, List<Integer> kinds)
            throws IOException {
        SpoolWriter spool = new SpoolWriter(channel, directory, clockHz, SpoolWriter::openNew);
        List<Integer> all = new ArrayList<>(kinds);
        if (Files.exists(spool.file(RecordStream.FREEZE_KIND))) {
            all.add(RecordStream.FREEZE_KIND);
        }
        try {
            for (int kind : all) {
                spool.resume(kind);
            }
            return spool;
        } catch (IOException e) {
            spool.close();
            throw e;
        }
    }

    private RecordStream stream(int kind) {
        return RecordStream.of(channel, kind)
                .orElseThrow(
                        () -> new IllegalArgumentException("channel=" + channel + " has no stream of kind=" + kind));
    }

    private Path file(int kind) {
        return directory.resolve(stream(kind).name() + TableFile.SUFFIX);
    }

    private TableWriter create(int kind) throws IOException {
        TableWriter table = TableWriter.create(stream(kind), clockHz, file(kind), opener);
        tables.put(kind, table);
        return table;
    }

    private void resume(int kind) throws IOException {
        TableWriter table = TableWriter.resume(stream(kind), clockHz, file(kind));
        tables.put(kind, table);
        if (kind != RecordStream.FREEZE_KIND) {
            table.chunks().forEach(index::add);
            return;
        }
        try (TableFile read = TableFile.open(table.path())) {
            for (StoredChunk chunk : table.chunks()) {
                for (int i = 0; i < chunk.records(); i++) {
                    long at = chunk.recordsAt() + (long) i * chunk.recordBytes();
                    index.add(freeze(read.bytes(), at));
                }
            }
        }
        freezes = table.chunks().size();
    }

    private static FreezeSpan freeze(MemorySegment bytes, long at) {
        return new FreezeSpan(FreezeRecord.BEGIN_TICK.get(bytes, at), FreezeRecord.END_TICK.get(bytes, at), (int)
                FreezeRecord.GATES.get(bytes, at));
    }

    public SpoolIndex index() {
        return index;
    }

    /** The files, by buffer kind. */
    public Map<Integer, Path> files() {
        Map<Integer, Path> files = new LinkedHashMap<>();
        tables.forEach((kind, table) -> files.put(kind, table.path()));
        return files;
    }

    public long sizeBytes() {
        return tables.values().stream().mapToLong(TableWriter::sizeBytes).sum();
    }

    /** Appends the records of one buffer; {@code source} holds them from {@code at} on. */
    public void append(
            int kind,
            int lane,
            long sequence,
            int records,
            long droppedBefore,
            long firstPosition,
            boolean recovered,
            MemorySegment source,
            long at)
            throws IOException {
        if (index.contains(kind, lane, sequence)) {
            throw new IllegalArgumentException(
                    "kind=" + kind + " lane=" + lane + " sequence=" + sequence + " comes twice");
        }
        TableWriter table = tables.get(kind);
        Append append =
                () -> table.append(lane, sequence, records, droppedBefore, firstPosition, recovered, source, at);
        StoredChunk chunk = orMakeRoom(append);
        index.add(chunk);
        if (follower != null) {
            follower.appended(chunk);
        }
    }

    @FunctionalInterface
    private interface Append {
        StoredChunk run() throws IOException;
    }

    /** Where there is no room, what a reader has written goes first; then once more. */
    private StoredChunk orMakeRoom(Append append) throws IOException {
        try {
            return append.run();
        } catch (IOException full) {
            if (follower == null || !follower.makeRoom()) {
                throw full;
            }
            return append.run();
        }
    }

    /** Tells one who reads along about every chunk from now on. At most one; before the run. */
    public void follow(SpoolFollower reader) {
        if (follower != null) {
            throw new IllegalStateException("channel=" + channel + " is followed already");
        }
        follower = reader;
    }

    public void append(FreezeSpan freeze) throws IOException {
        TableWriter table = tables.get(RecordStream.FREEZE_KIND);
        if (table == null) {
            table = create(RecordStream.FREEZE_KIND);
        }
        MemorySegment record = OffHeap.unowned(FreezeRecord.LAYOUT.sizeBytes());
        FreezeRecord.BEGIN_TICK.set(record, 0, freeze.beginTick());
        FreezeRecord.END_TICK.set(record, 0, freeze.endTick());
        FreezeRecord.GATES.set(record, 0, freeze.gates());
        table.append(0, freezes + 1, 1, 0, freezes, false, record, 0);
        freezes++;
        index.add(freeze);
    }

    /** Gives each file its footer; nothing can be appended after that. */
    public void finish(List<ChannelLedger> books) throws IOException {
        for (TableWriter table : tables.values()) {
            List<LaneLedger> lanes = new ArrayList<>();
            for (ChannelLedger ledger : books) {
                if (ledger.channel().equals(channel.word())
                        && ledger.stream().equals(table.stream().label())) {
                    lanes.addAll(ledger.lanes());
                }
            }
            table.finish(lanes);
        }
    }

    @Override
    public void close() throws IOException {
        if (follower != null) {
            follower.close();
        }
        for (TableWriter table : tables.values()) {
            table.close();
        }
    }
}
