package io.tidemark.sql.mapped;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.RunLength;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.sql.table.SqlCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The table files of a swimlane whose times need no conversion by the readers. Its clock is the
 * axis of the capture, and a tick is a whole number of nanoseconds. It has no stamp that the
 * readers would reject. The run may still be active. Immutable.
 *
 * @param baseTick the least stamp, where the axis begins
 * @param level what was recorded
 * @param threads scheduler lanes
 * @param damaged gets a sentence for each damage of a file that is read
 * @param opened files that were read, mapped for as long as the process lives; one thread at a time
 */
record SwimlaneFiles(
        Path directory,
        SwimlaneMetadata metadata,
        int level,
        int threads,
        long baseTick,
        long nanosPerTick,
        Consumer<String> damaged,
        Map<SwimlaneStream, TableFile> opened) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final List<SwimlaneStream> STAMPED = List.of(
            SwimlaneStream.AICORE_TASK,
            SwimlaneStream.AICPU_TASK,
            SwimlaneStream.AICPU_SCHED_PHASE,
            SwimlaneStream.AICPU_ORCH_PHASE,
            SwimlaneStream.MARKER);

    /** Empty for a capture that only its readers can read. */
    static Optional<SwimlaneFiles> of(SqlCapture capture) {
        return capture.kept(SwimlaneFiles.class, () -> open(capture.directory(), capture::damaged));
    }

    private static Optional<SwimlaneFiles> open(CaptureDirectory capture, Consumer<String> damaged) {
        Path tables = capture.root().resolve(TableFile.DIRECTORY);
        Optional<Path> head = capture.swimlane()
                .filter(SwimlaneTables::isHead)
                .or(() -> Optional.of(tables.resolve(SwimlaneTables.HEAD_NAME)))
                .filter(Files::isRegularFile);
        Optional<SwimlaneTable> described = head.flatMap(file -> SwimlaneTables.readHead(file, new Findings()));
        if (described.isEmpty() || described.get().isHostOrchestrated()) {
            return Optional.empty();
        }
        SwimlaneTable table = described.get();
        long clockHz = table.metadata().clockHz();
        if (clockHz <= 0 || NANOS_PER_SECOND % clockHz != 0) {
            return Optional.empty();
        }
        long silence = (long) (RunLength.of(capture).orElse(SwimlaneTables.LONGEST_SILENCE_NANOS)
                / (double) NANOS_PER_SECOND
                * clockHz);
        try {
            long base = baseTick(head.get().getParent(), silence);
            return base <= 0
                    ? Optional.empty()
                    : Optional.of(new SwimlaneFiles(
                            head.get().getParent(),
                            table.metadata(),
                            table.level(),
                            table.schedulerPhases().laneCount(),
                            base,
                            NANOS_PER_SECOND / clockHz,
                            damaged,
                            new EnumMap<>(SwimlaneStream.class)));
        } catch (IOException unreadable) { // the readers say what is wrong
            return Optional.empty();
        }
    }

    /**
     * The least stamp of the device; 0 if a stamp is missing somewhere, or if there may be a
     * silence so long that what lies beyond it is not of this run.
     */
    private static long baseTick(Path tables, long silence) throws IOException {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (SwimlaneStream stream : STAMPED) {
            Path file = file(tables, stream);
            if (!Files.exists(file)) {
                continue;
            }
            try (TableFile table = TableFile.open(file)) {
                for (int i = 0; i < table.chunkCount(); i++) {
                    if (table.records(i) > 0) {
                        long begin = table.beginTick(i);
                        long end = table.endTick(i);
                        if (begin <= 0 || end < begin) {
                            return 0;
                        }
                        least = Math.min(least, begin);
                        most = Math.max(most, end);
                    }
                }
            }
        }
        boolean noSilence = most - least <= silence || !isSilent(tables, silence);
        return most > 0 && noSilence ? least : 0;
    }

    /** Whether no chunk has a record for longer than this, or one chunk may have such a pause. */
    private static boolean isSilent(Path tables, long silence) throws IOException {
        List<StoredChunk> chunks = new ArrayList<>();
        for (SwimlaneStream stream : STAMPED) {
            Path file = file(tables, stream);
            if (Files.exists(file)) {
                try (TableFile table = TableFile.open(file)) {
                    table.chunks().stream().filter(c -> c.records() > 0).forEach(chunks::add);
                }
            }
        }
        chunks.sort(Comparator.comparingLong(StoredChunk::beginTick));
        long end = chunks.getFirst().beginTick();
        for (StoredChunk chunk : chunks) {
            if (chunk.endTick() - chunk.beginTick() > silence || chunk.beginTick() - end > silence) {
                return true;
            }
            end = Math.max(end, chunk.endTick());
        }
        return false;
    }

    /**
     * Maps a stream for as long as the process lives; empty if it has no file here, or one of
     * another version.
     *
     * @param lanes how many the capture has
     */
    Optional<RecordRows> open(SwimlaneStream stream, int lanes) {
        try {
            TableFile table = opened.get(stream);
            if (table == null) {
                Path file = file(directory, stream);
                if (!Files.exists(file)) {
                    return Optional.empty();
                }
                table = TableFile.open(file, new RecordStream(SwimlaneChannel.CHANNEL, stream));
                opened.put(stream, table);
                table.damage().forEach(damaged);
            }
            return table.clockHz() == metadata.clockHz() ? Optional.of(new RecordRows(table, lanes)) : Optional.empty();
        } catch (IOException unreadable) { // the readers say what is wrong
            return Optional.empty();
        }
    }

    private static Path file(Path tables, SwimlaneStream stream) {
        String name = RecordStream.of(SwimlaneChannel.CHANNEL, stream.code())
                .orElseThrow()
                .name();
        return tables.resolve(name + TableFile.SUFFIX);
    }
}
