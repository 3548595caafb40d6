package io.tidemark.cli.run;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapReader;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.viewer.live.LiveSnapshot.KernelProgress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The kernels of an active run, added up from the table of core records in its spool: the same
 * bytes that its capture will have. A chunk is read once. Any thread; the thread that runs never
 * waits for it.
 */
final class LiveKernels {
    private static final String TABLE =
            new RecordStream(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK).name() + TableFile.SUFFIX;

    /** Runs and ticks of one kernel. */
    private static final class Sum {
        long runs;
        long ticks;
    }

    private final Path capture;
    private final long pauseNanos;
    private final Map<Integer, Sum> sums = new TreeMap<>();
    private int chunksRead;
    private long clockHz;
    private long lookedAt;
    private boolean hasLooked;
    private List<KernelProgress> known = List.of();
    private Optional<KernelNames> names = Optional.empty();

    /**
     * @param pause between two looks at the file
     */
    LiveKernels(Path capture, Duration pause) {
        this.capture = capture;
        this.pauseNanos = pause.toNanos();
    }

    /** Those with most time first; empty before the first chunk is on disk. */
    synchronized List<KernelProgress> sample() {
        long now = System.nanoTime();
        if (!hasLooked || now - lookedAt >= pauseNanos) {
            hasLooked = true;
            lookedAt = now;
            look();
        }
        return known;
    }

    private void look() {
        Path table = capture.resolve(CaptureDirectory.SPOOL).resolve(TABLE);
        if (!Files.isRegularFile(table)) {
            return; // not yet, or the run is over and the file has moved
        }
        try (TableFile file = TableFile.open(table)) {
            boolean isOurs = file.isOfThisVersion() && file.recordBytes() == AicoreTaskRecord.LAYOUT.sizeBytes();
            List<StoredChunk> chunks = file.chunks();
            if (isOurs && chunks.size() > chunksRead) {
                clockHz = file.clockHz();
                chunks.subList(chunksRead, chunks.size()).forEach(chunk -> add(file.bytes(), chunk));
                chunksRead = chunks.size();
                known = progress();
            }
        } catch (IOException unfinished) {
            return; // its header is being written
        }
    }

    private void add(MemorySegment bytes, StoredChunk chunk) {
        for (int record = 0; record < chunk.records(); record++) {
            long at = chunk.recordsAt() + (long) record * chunk.recordBytes();
            int function = AicoreTaskRecord.FUNCTION_ID.get(bytes, at);
            Sum sum = sums.computeIfAbsent(function, fresh -> new Sum());
            sum.runs++;
            sum.ticks += AicoreTaskRecord.END_TICK.get(bytes, at) - AicoreTaskRecord.START_TICK.get(bytes, at);
        }
    }

    private List<KernelProgress> progress() throws IOException {
        if (names.isEmpty()) {
            names = names();
        }
        List<KernelProgress> progress = new ArrayList<>();
        sums.forEach((function, sum) -> progress.add(new KernelProgress(
                names.map(each -> each.of(function)).orElse("kernel " + function),
                sum.runs,
                clockHz > 0 ? Math.round(sum.ticks * (1e9 / clockHz)) : 0)));
        progress.sort(Comparator.comparingLong(KernelProgress::totalNanos).reversed());
        return progress;
    }

    /** They are written before the run begins. */
    private Optional<KernelNames> names() throws IOException {
        Optional<NameMap> found = Optional.empty();
        for (Path file : CaptureFinder.at(capture).nameMaps()) {
            found = found.isPresent() ? found : NameMapReader.read(file, new Findings());
        }
        return found.map(KernelNames::new);
    }
}
