package io.tidemark.collector.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.DepsStream;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.deps.FoundEdges;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A replay beside a run has a result for slots that come in their order, and none for others. The
 * slots here belong to no submit, so that each counts as a stray one. Real ones: {@code
 * DepsRandomRunTest}.
 */
@Timeout(60)
class ReplayBesideTest {
    private static final int KIND = DepsStream.SUBMIT_SLOT.code();
    private static final int SLOTS = 700; // more than a block of words
    private static final DepsHead HEAD = new DepsHead(false, -1, "tensormap_and_ringbuffer");

    @TempDir
    Path directory;

    private SpoolWriter spool;

    @BeforeEach
    void openSpool() throws IOException {
        spool = SpoolWriter.create(
                DepsChannel.CHANNEL,
                directory,
                0,
                List.of(KIND),
                file -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    @AfterEach
    void closeSpool() throws IOException {
        spool.close();
    }

    private ReplayBeside follow(Path graph, long worthSlots) {
        ReplayBeside beside =
                new ReplayBeside(spool.files().get(KIND), graph, (submit, edges) -> new FoundEdges(0, 0), worthSlots);
        spool.follow(beside);
        return beside;
    }

    private void append(long sequence) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment slots = arena.allocate((long) SLOTS * SubmitSlot.LAYOUT.sizeBytes(), 64);
            spool.append(KIND, 0, sequence, SLOTS, 0, (sequence - 1) * SLOTS, false, slots, 0);
        }
    }

    private static Optional<Long> strays(ReplayBeside beside) {
        return beside.finish().map(done -> done.judge(HEAD).strays());
    }

    @Test
    void slotsAreReplayedInTheirOrderAlsoThoseFromBeforeItBegan() throws IOException {
        ReplayBeside beside = follow(directory.resolve("graph"), 2 * SLOTS);
        for (int sequence = 1; sequence < 10; sequence += 2) { // with gaps: dropped buffers
            append(sequence);
        }
        assertThat(strays(beside)).hasValue(5L * SLOTS);
        assertThat(directory.resolve("graph")).isNotEmptyFile();
    }

    @Test
    void aRunThatIsTooSmallIsLeftToTheReplayAfterwards() throws IOException {
        ReplayBeside beside = follow(directory.resolve("graph"), 2 * SLOTS);
        append(1);
        append(2);
        assertThat(strays(beside)).isEmpty();
        assertThat(directory.resolve("graph")).doesNotExist();
    }

    @Test
    void slotsThatComeLateHaveNoResult() throws IOException {
        ReplayBeside beside = follow(directory.resolve("graph"), -1);
        append(1);
        append(3);
        append(2);
        append(4);
        assertThat(strays(beside)).isEmpty();
    }

    @Test
    void aGraphThatCannotBeWrittenHasNoResult() throws IOException {
        ReplayBeside beside = follow(directory.resolve("gone/graph"), -1);
        append(1);
        assertThat(strays(beside)).isEmpty();
    }

    /** What was announced and not read by then is left; a run that was given up has no graph. */
    @Test
    void aSpoolThatIsClosedEndsIt() throws IOException {
        Path graph = directory.resolve("graph");
        ReplayBeside beside = follow(graph, -1);
        append(1);
        spool.close();
        Files.deleteIfExists(graph);
        assertThat(strays(beside)).isEmpty();
        assertThat(graph).doesNotExist();
    }
}
