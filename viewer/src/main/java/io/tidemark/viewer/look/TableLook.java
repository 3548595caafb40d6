package io.tidemark.viewer.look;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.CoreType;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapReader;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.LaneCursor;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.viewer.model.ShownText;
import io.tidemark.viewer.timeline.CoarsePicture;
import io.tidemark.viewer.timeline.CoarsePicture.CoarseLane;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.Picture;
import io.tidemark.viewer.timeline.Stretch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * A picture of the cores alone from the table files of a large capture, in one pass over the mapped
 * records of the cores. The real reader decides what a file means, this only shortens the wait.
 * Used once by one thread, which has helpers: a lane is filled by one of them.
 */
final class TableLook {
    private static final int MOST_CORES = 4096;
    private static final long FAR_TICK = 1L << 62; // no counter has got there
    private static final long MOST_NANOS = 1L << 60; // 36 years: no run takes them
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long FAR_TICKS = 1L << 32; // products stay below 2^62

    private final SwimlaneMetadata metadata;
    private final double nanosPerTick;
    private final long wholeNanosPerTick; // 0 where a tick is no whole number of them
    private final AtomicBoolean passedOver = new AtomicBoolean();
    private long firstTick = Long.MAX_VALUE;
    private long lastTick;

    private TableLook(SwimlaneMetadata metadata) {
        this.metadata = metadata;
        this.nanosPerTick = 1e9 / metadata.clockHz();
        boolean isWhole = SECOND_NANOS % metadata.clockHz() == 0;
        this.wholeNanosPerTick = isWhole ? SECOND_NANOS / metadata.clockHz() : 0;
    }

    /** The cores, or empty when the records of all streams are not worth it or not readable. */
    static Optional<Picture> at(CaptureDirectory directory, long worthItBytes) {
        Path head = directory.swimlane().orElseThrow();
        Optional<SwimlaneMetadata> metadata =
                SwimlaneTables.readHead(head, new Findings()).map(SwimlaneTable::metadata);
        List<TableFile> tables = new ArrayList<>();
        try {
            TableFile cores = null;
            long bytes = 0;
            for (SwimlaneStream stream : SwimlaneStream.values()) {
                Path file = head.resolveSibling(name(stream));
                if (Files.isRegularFile(file)) {
                    TableFile table = TableFile.open(file);
                    tables.add(table);
                    bytes += table.wholeBytes();
                    cores = stream == SwimlaneStream.AICORE_TASK ? table : cores;
                }
            }
            boolean isUsable = cores != null
                    && cores.isOfThisVersion()
                    && cores.recordBytes() == AicoreTaskRecord.LAYOUT.sizeBytes()
                    && cores.records() > 0
                    && metadata.isPresent()
                    && metadata.get().clockHz() > 0;
            return isUsable && bytes >= worthItBytes
                    ? new TableLook(metadata.get()).look(cores, tables, names(directory))
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty(); // the real reader says why
        } finally {
            tables.forEach(TableFile::close);
        }
    }

    private static String name(ChannelStream stream) {
        return new RecordStream(SwimlaneChannel.CHANNEL, stream).name() + TableFile.SUFFIX;
    }

    private static KernelNames names(CaptureDirectory directory) {
        return new KernelNames(directory.nameMaps().stream()
                .findFirst()
                .flatMap(file -> NameMapReader.read(file, new Findings()))
                .orElse(NameMap.EMPTY));
    }

    private Optional<Picture> look(TableFile cores, List<TableFile> tables, KernelNames names) {
        boolean onHost = metadata.host().isPresent();
        List<TableFile> stamped = tables.stream()
                .filter(table -> !onHost || table.kind() != SwimlaneStream.AICPU_ORCH_PHASE.code())
                .toList();
        stamped.forEach(this::begin);
        stamped.forEach(this::widen);
        if (firstTick > lastTick) {
            return Optional.empty();
        }
        List<StoredChunk> all = cores.chunks();
        int count = Math.clamp(metadata.coreCount(), 0, MOST_CORES);
        for (StoredChunk chunk : all) {
            boolean isShown = chunk.lane() >= 0 && chunk.lane() < MOST_CORES;
            count = isShown ? Math.max(count, chunk.lane() + 1) : count;
            passedOver.compareAndSet(false, !isShown);
        }
        CoarsePicture picture = new CoarsePicture(Math.max(1, nanos(lastTick)), count);
        CoarseLane[] lanes = new CoarseLane[count];
        for (LaneKind kind : new LaneKind[] {LaneKind.AIC_CORE, LaneKind.AIV_CORE}) {
            for (int core = 0; core < count; core++) {
                boolean cube = metadata.coreType(core) == CoreType.AIC;
                if (cube == (kind == LaneKind.AIC_CORE)) {
                    lanes[core] = picture.addLane(kind, kind.word() + " " + core);
                }
            }
        }
        List<List<StoredChunk>> chunks = new ArrayList<>();
        IntStream.range(0, count).forEach(core -> chunks.add(new ArrayList<>()));
        all.stream()
                .filter(chunk -> chunk.lane() >= 0 && chunk.lane() < MOST_CORES)
                .forEach(chunk -> chunks.get(chunk.lane()).add(chunk));
        IntStream.range(0, count).parallel().forEach(core -> fill(lanes[core], cores.cursor(chunks.get(core))));
        picture.finish(kernel -> ShownText.of(names.of(kernel)), unread(picture));
        return Optional.of(picture);
    }

    /** Whether the line of a chunk says what a clock can have said. */
    private static boolean isStamped(long beginTick, long endTick) {
        return beginTick > 0 && beginTick < FAR_TICK && endTick < FAR_TICK;
    }

    private void begin(TableFile table) {
        for (int chunk = 0; chunk < table.chunkCount(); chunk++) {
            if (isStamped(table.beginTick(chunk), table.endTick(chunk))) {
                firstTick = Math.min(firstTick, table.beginTick(chunk));
            }
        }
    }

    /** The axis ends where the lines of the chunks do, without those of another age. */
    private void widen(TableFile table) {
        for (int chunk = 0; chunk < table.chunkCount(); chunk++) {
            long end = table.endTick(chunk);
            boolean isOnAxis = end >= firstTick && isStamped(table.beginTick(chunk), end);
            if (isOnAxis && nanos(end) <= MOST_NANOS) {
                lastTick = Math.max(lastTick, end);
            }
        }
    }

    /** Draws what lies on the axis, and so no span of another age. */
    private void fill(CoarseLane lane, LaneCursor records) {
        boolean isWhole = true;
        for (; records.hasRecord(); records.advance()) {
            long[] words = records.words();
            int at = records.at();
            long from = AicoreTaskRecord.START_TICK.of(words, at);
            long to = AicoreTaskRecord.END_TICK.of(words, at);
            if (from >= firstTick && from <= lastTick && to <= lastTick) {
                int kernel = AicoreTaskRecord.FUNCTION_ID.of(words, at);
                lane.add(nanos(from), nanos(Math.max(from, to)), kernel);
            } else {
                isWhole &= from == 0; // no stamp: nothing to draw
            }
        }
        passedOver.compareAndSet(false, !isWhole);
    }

    private long nanos(long tick) {
        long ticks = tick - firstTick;
        return wholeNanosPerTick > 0 && ticks >= 0 && ticks < FAR_TICKS
                ? ticks * wholeNanosPerTick
                : Math.round(ticks * nanosPerTick);
    }

    private List<Stretch> unread(CoarsePicture picture) {
        return passedOver.get()
                ? List.of(new Stretch(
                        Stretch.Kind.UNREAD, Stretch.EVERY_LANE, 0, picture.durationNanos(), FirstLook.NOT_ALL))
                : List.of();
    }
}
