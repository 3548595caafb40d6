package io.tidemark.collector.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.table.TableFile;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A spool is the table files of one channel. */
class SpoolTest {
    private static final int RUNS = SwimlaneStream.AICORE_TASK.code();
    private static final int MARKERS = SwimlaneStream.MARKER.code();
    private static final List<Integer> KINDS = List.of(RUNS, MARKERS);

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private SpoolWriter create() throws IOException {
        return SpoolWriter.create(
                SwimlaneChannel.CHANNEL,
                directory,
                50_000_000,
                KINDS,
                file -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    private SpoolWriter resume() throws IOException {
        return SpoolWriter.resume(SwimlaneChannel.CHANNEL, directory, 50_000_000, KINDS);
    }

    private static void append(SpoolWriter spool, int kind, int lane, long sequence, int records) throws IOException {
        byte[] bytes = new byte[records * 32];
        Arrays.fill(bytes, (byte) sequence);
        spool.append(
                kind, lane, sequence, records, sequence * 10, 0, sequence % 2 == 0, MemorySegment.ofArray(bytes), 0);
    }

    @Test
    void recordsComeBackInOrderOfTheirSequenceWhateverTheOrderOfWriting() throws IOException {
        StringBuilder seen = new StringBuilder();
        try (SpoolWriter spool = create()) {
            append(spool, RUNS, 0, 3, 1);
            append(spool, RUNS, 1, 1, 1);
            append(spool, MARKERS, 0, 1, 4);
            append(spool, RUNS, 0, 1, 2);
            append(spool, RUNS, 0, 2, 1);
            assertThatThrownBy(() -> append(spool, RUNS, 0, 2, 1)).hasMessageContaining("sequence=2");
            try (SpoolReader reader = new SpoolReader(spool)) {
                reader.eachRecord(RUNS, 0, (bytes, at) -> seen.append(bytes.get(ValueLayout.JAVA_BYTE, at)));
            }
            SpoolIndex index = spool.index();
            assertThat(index.chunks(RUNS, 0).get(1).droppedBefore()).isEqualTo(20);
            assertThat(index.contains(RUNS, 0, 2)).isTrue();
            assertThat(index.contains(RUNS, 0, 4)).isFalse();
            assertThat(index.records(RUNS, 0, false)).isEqualTo(3);
            assertThat(index.records(RUNS, 0, true)).isEqualTo(1);
        }
        assertThat(seen).hasToString("1123");
    }

    @Test
    void whoGoesOnAfterAKillFindsChunksAndFreezesAndFinishesWithTheBooks() throws IOException {
        try (SpoolWriter spool = create()) {
            append(spool, RUNS, 5, 1, 2);
            spool.append(new FreezeSpan(100, 200, FreezeRecord.READY_GATE));
            spool.append(new FreezeSpan(300, 400, FreezeRecord.FREE_GATE));
        }
        LaneLedger books = new LaneLedger(5, 5, 2, 3, Map.of(), 0);
        try (SpoolWriter again = resume()) {
            assertThat(again.index().freezes())
                    .containsExactly(
                            new FreezeSpan(100, 200, FreezeRecord.READY_GATE),
                            new FreezeSpan(300, 400, FreezeRecord.FREE_GATE));
            assertThat(again.index().contains(RUNS, 5, 1)).isTrue();
            append(again, RUNS, 5, 2, 3);
            again.finish(List.of(
                    new ChannelLedger("swimlane", "aicore_task", List.of(books)),
                    new ChannelLedger("swimlane", "marker", List.of())));
        }
        try (TableFile runs = TableFile.open(directory.resolve("swimlane.aicore_task.tide"));
                TableFile freezes = TableFile.open(directory.resolve("swimlane.freeze.tide"))) {
            assertThat(runs.ledger()).contains(List.of(books));
            assertThat(runs.records()).isEqualTo(5);
            assertThat(freezes.records()).isEqualTo(2);
            assertThat(runs.damage()).isEmpty();
        }
    }

    @Test
    void aSpoolOfAnotherRunIsNotTouched() throws IOException {
        create().close();
        assertThatThrownBy(this::create).isInstanceOf(IOException.class);
    }
}
