package io.tidemark.collector.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A spool file keeps whole pieces, wherever it is cut. */
class SpoolTest {
    private static final int RECORD_BYTES = 16;

    @RegisterExtension final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir Path directory;

    private Path file() {
        return directory.resolve("swimlane.spool");
    }

    private static void append(SpoolWriter spool, int lane, long sequence, int records)
            throws IOException {
        byte[] bytes = new byte[records * RECORD_BYTES];
        Arrays.fill(bytes, (byte) sequence);
        spool.append(
                3,
                lane,
                sequence,
                records,
                RECORD_BYTES,
                sequence * 10,
                0,
                sequence % 2 == 0,
                MemorySegment.ofArray(bytes),
                0);
    }

    @Test
    void aFileCutAnywhereHoldsEveryPieceThatWasWholeAndCanGoOn() throws IOException {
        long[] ends = new long[4];
        try (SpoolWriter spool = SpoolWriter.create(SwimlaneChannel.CHANNEL, file())) {
            append(spool, 5, 1, 2);
            ends[1] = spool.sizeBytes();
            spool.append(new FreezeSpan(100, 200, FreezeRecord.READY_GATE));
            ends[2] = spool.sizeBytes();
            append(spool, 5, 2, 1);
            ends[3] = spool.sizeBytes();
        }
        byte[] whole = Files.readAllBytes(file());
        assertThat(whole).hasSize((int) ends[3]);
        for (int cut = 0; cut <= whole.length; cut++) {
            Path part = directory.resolve("cut");
            Files.write(part, Arrays.copyOf(whole, cut));
            int pieces = cut >= ends[3] ? 3 : cut >= ends[2] ? 2 : cut >= ends[1] ? 1 : 0;
            SpoolScan scan = SpoolScan.of(SwimlaneChannel.CHANNEL, part);
            assertThat(scan.wholeBytes()).as("cut at %d", cut).isEqualTo(ends[pieces]);
            assertThat(scan.cutBytes()).isEqualTo(cut - ends[pieces]);
            assertThat(scan.index().freezes()).hasSize(pieces >= 2 ? 1 : 0);
            try (SpoolWriter again = SpoolWriter.resume(SwimlaneChannel.CHANNEL, part)) {
                append(again, 5, 9, 3);
            }
            SpoolIndex index = SpoolScan.of(SwimlaneChannel.CHANNEL, part).index();
            assertThat(index.records(3, 5, false)).isEqualTo((pieces >= 1 ? 2 : 0) + 3);
            assertThat(index.records(3, 5, true)).isEqualTo(pieces == 3 ? 1 : 0);
        }
    }

    @Test
    void recordsComeBackInOrderOfTheirSequenceWhateverTheOrderOfWriting() throws IOException {
        StringBuilder seen = new StringBuilder();
        SpoolIndex index;
        try (SpoolWriter spool = SpoolWriter.create(SwimlaneChannel.CHANNEL, file())) {
            append(spool, 0, 3, 1);
            append(spool, 1, 1, 1);
            append(spool, 0, 1, 2);
            append(spool, 0, 2, 1);
            index = spool.index();
            assertThatThrownBy(() -> append(spool, 0, 2, 1)).hasMessageContaining("sequence=2");
        }
        try (SpoolReader reader = new SpoolReader(file(), index)) {
            reader.eachRecord(
                    3, 0, (bytes, at) -> seen.append(bytes.get(ValueLayout.JAVA_BYTE, at)));
        }
        assertThat(seen).hasToString("1123");
        assertThat(index.pieces(3, 0).get(1).droppedBefore()).isEqualTo(20);
        assertThat(index.contains(3, 0, 2)).isTrue();
        assertThat(index.contains(3, 0, 4)).isFalse();
    }

    @Test
    void aSpoolOfAnotherRunIsNotTouched() throws IOException {
        SpoolWriter.create(SwimlaneChannel.CHANNEL, file()).close();
        assertThatThrownBy(() -> SpoolWriter.create(SwimlaneChannel.CHANNEL, file()))
                .isInstanceOf(IOException.class);
    }
}
