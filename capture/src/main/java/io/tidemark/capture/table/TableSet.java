package io.tidemark.capture.table;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.catalog.RecordStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The table files of one channel of a capture, mapped; every chunk is compared with its digest when
 * the set is opened. One thread, which also closes it. A file that does not hold what its name says
 * is refused.
 */
public final class TableSet implements LaneRecords, AutoCloseable {
    private record Lane(int kind, int lane) {}

    private final Map<Integer, TableFile> tables = new HashMap<>();
    private final Map<Lane, List<StoredChunk>> chunks = new HashMap<>();

    private TableSet() {}

    /**
     * Opens the table files in the directory; a stream without file has no records.
     *
     * @param damaged gets a sentence for each damage; records of damaged chunks are left out
     */
    public static TableSet open(Path directory, Channel channel, Consumer<String> damaged) throws IOException {
        TableSet set = new TableSet();
        try {
            for (ChannelStream stream : channel.streams()) {
                Path file = file(directory, channel, stream);
                if (Files.exists(file)) {
                    TableFile table = TableFile.open(file, new RecordStream(channel, stream));
                    set.add(stream, table);
                    table.damage().forEach(damaged);
                }
            }
            return set;
        } catch (IOException | RuntimeException e) {
            set.close();
            throw e;
        }
    }

    /** The same, where damage of any kind is refused. */
    public static TableSet open(Path directory, Channel channel) throws IOException {
        List<String> damage = new ArrayList<>();
        TableSet set = open(directory, channel, damage::add);
        if (!damage.isEmpty()) {
            set.close();
            throw new IOException(damage.getFirst());
        }
        return set;
    }

    private static Path file(Path directory, Channel channel, ChannelStream stream) {
        return directory.resolve(new RecordStream(channel, stream).name() + TableFile.SUFFIX);
    }

    /** False if another version of Tidemark wrote a table file of the channel. */
    public static boolean isOfThisVersion(Path directory, Channel channel) throws IOException {
        for (ChannelStream stream : channel.streams()) {
            Path file = file(directory, channel, stream);
            if (Files.isRegularFile(file) && !TableFile.isOfThisVersion(file)) {
                return false;
            }
        }
        return true;
    }

    private void add(ChannelStream stream, TableFile table) {
        tables.put(stream.code(), table);
        for (StoredChunk chunk : table.chunks()) {
            chunks.computeIfAbsent(new Lane(stream.code(), chunk.lane()), key -> new ArrayList<>())
                    .add(chunk);
        }
        for (List<StoredChunk> lane : chunks.values()) {
            lane.sort(Comparator.comparingLong(StoredChunk::sequence));
        }
    }

    @Override
    public MemorySegment bytes(int kind) {
        TableFile table = tables.get(kind);
        return table == null ? MemorySegment.NULL : table.bytes();
    }

    @Override
    public List<StoredChunk> chunks(int kind, int lane) {
        return chunks.getOrDefault(new Lane(kind, lane), List.of());
    }

    /** The lanes of a stream that have records, in order. */
    public int[] lanes(int kind) {
        return chunks.keySet().stream()
                .filter(lane -> lane.kind() == kind)
                .mapToInt(Lane::lane)
                .sorted()
                .toArray();
    }

    @Override
    public void close() {
        tables.values().forEach(TableFile::close);
    }
}
