package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A swimlane in table files. What they do not say themselves (level, cores, clocks, uploads) stands
 * in the head beside them, a records file without rows. Stateless.
 */
public final class SwimlaneTables {
    /** Where the head lies, below the capture's root. */
    public static final String HEAD = TableFile.head(SwimlaneChannel.CHANNEL);

    /** Name of the head, there and in the spool of an active run. */
    public static final String HEAD_NAME = Path.of(HEAD).getFileName().toString();

    /** Rows beyond a longer silence may not be of the run, where its length is not known. */
    public static final long LONGEST_SILENCE_NANOS = MomentClusters.SILENCE_SECONDS * 1_000_000_000L;

    private SwimlaneTables() {}

    /**
     * @param threads scheduler lanes of the run, used or not
     */
    public static void writeHead(Path file, int level, SwimlaneMetadata metadata, int threads, List<HostUpload> uploads)
            throws IOException {
        try (SwimlaneWriter writer = SwimlaneWriter.create(file, level, metadata)) {
            for (int thread = 0; level >= 3 && thread < threads; thread++) {
                writer.schedulerLane();
            }
            for (HostUpload upload : uploads) {
                writer.hostUpload(upload);
            }
        }
    }

    /** What the head says, without a row: a table of the level and the metadata alone. */
    public static Optional<SwimlaneTable> readHead(Path head, Findings findings) {
        SwimlaneDraft draft = new SwimlaneDraft(new ReadContext(JsonDocument.label(head), findings));
        boolean whole = JsonDocument.read(head, findings, scanner -> SwimlaneReader.readTop(scanner, draft));
        return EraRules.finish(draft, whole, OptionalLong.empty());
    }

    /** Whether a file is the head of table files. */
    public static boolean isHead(Path file) {
        return file.endsWith(HEAD_NAME);
    }

    /**
     * The table that the head and the files beside it make; findings say what could not be read.
     *
     * @param withPhases whether scheduler phases are read, too: most of the rows
     */
    static Optional<SwimlaneTable> read(Path head, OptionalLong runNanos, boolean withPhases, Findings findings) {
        ReadContext context = new ReadContext(JsonDocument.label(head), findings);
        SwimlaneDraft draft = new SwimlaneDraft(context);
        boolean whole = JsonDocument.read(head, findings, scanner -> SwimlaneReader.readTop(scanner, draft));
        int threads = withPhases ? draft.schedulerPhases.laneCount() : 0;
        draft.schedulerPhases = new SchedulerPhases();
        List<HostUpload> uploads = List.copyOf(draft.hostUploads);
        draft.hostUploads.clear();
        try (TableSet tables =
                TableSet.open(head.getParent(), SwimlaneChannel.CHANNEL, damage -> context.damage("", damage))) {
            boolean onHost = draft.host.isPresent() || draft.hostCapture.isPresent();
            copyByTwo(new SwimlaneRecords(tables, draft.coreCount, threads, draft), (int) draft.chipLevel, onHost);
            draft.hostUploads.addAll(onHost ? uploads : List.of());
        } catch (IOException unreadable) {
            context.damage("", unreadable.getMessage());
            whole = false;
        }
        return EraRules.finish(draft, whole, runNanos);
    }

    /** Scheduler phases, about half of the rows, have a table and a thread of their own. */
    private static void copyByTwo(SwimlaneRecords records, int level, boolean onHost) throws IOException {
        Ahead<Optional<IOException>> phases = Ahead.of("read-swimlane-2", () -> {
            try {
                records.copyPhases(level);
                return Optional.empty();
            } catch (IOException unreadable) {
                return Optional.of(unreadable);
            }
        });
        try {
            records.copyRuns();
            records.copySubmits(onHost);
        } finally {
            phases.get(); // before the files are closed
        }
        if (phases.get().isPresent()) {
            throw phases.get().get();
        }
    }
}
