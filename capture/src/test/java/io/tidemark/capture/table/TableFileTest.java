package io.tidemark.capture.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.layout.FieldType;
import io.tidemark.abi.layout.Unit;
import io.tidemark.abi.spool.TableHeader;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.LaneLedger;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A table file keeps whole chunks wherever it is cut, and no changed bit goes unnoticed. */
class TableFileTest {
    private static final RecordStream RUNS = RecordStream.of(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK.code())
            .orElseThrow();
    private static final List<LaneLedger> BOOKS =
            List.of(new LaneLedger(0, 9, 5, 2, Map.of("no_buffer", 1L), 1), new LaneLedger(7, 3, 3, 0, Map.of(), 0));

    /** The records of one buffer. */
    private record Buffer(int lane, long sequence, long dropped, boolean recovered, byte[] bytes) {
        int records() {
            return bytes.length / RUNS.layout().sizeBytes();
        }
    }

    @TempDir
    Path directory;

    private static List<Buffer> buffers(SplittableRandom random, int count) {
        List<Buffer> buffers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[random.nextInt(1, 5) * RUNS.layout().sizeBytes()];
            random.nextBytes(bytes);
            buffers.add(new Buffer(random.nextInt(9), i + 1, random.nextInt(3), random.nextBoolean(), bytes));
        }
        return buffers;
    }

    private static FileChannel openNew(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static StoredChunk append(TableWriter table, Buffer buffer) throws IOException {
        return table.append(
                buffer.lane,
                buffer.sequence,
                buffer.records(),
                buffer.dropped,
                buffer.sequence * 100,
                buffer.recovered,
                MemorySegment.ofArray(buffer.bytes),
                0);
    }

    /** Writes the buffers; the ends of the header and of each chunk come back. */
    private static long[] write(Path file, List<Buffer> buffers, boolean finish) throws IOException {
        long[] ends = new long[buffers.size() + 1];
        try (TableWriter table = TableWriter.create(RUNS, 50_000_000, file, path -> openNew(path))) {
            ends[0] = table.sizeBytes();
            for (int i = 0; i < buffers.size(); i++) {
                append(table, buffers.get(i));
                ends[i + 1] = table.sizeBytes();
            }
            if (finish) {
                table.finish(BOOKS);
            }
        }
        return ends;
    }

    /** Every cut keeps the whole chunks, and who goes on from there gets the same file. */
    @Test
    void aFileCutAnywhereKeepsItsWholeChunksAndCanBeFinishedToTheSameBytes() throws IOException {
        List<Buffer> buffers = buffers(new SplittableRandom(17), 3);
        Path whole = directory.resolve("whole.tide");
        long[] ends = write(whole, buffers, true);
        byte[] bytes = Files.readAllBytes(whole);
        Path part = directory.resolve("part.tide");
        for (int cut = 0; cut <= bytes.length; cut++) {
            Files.write(part, Arrays.copyOf(bytes, cut));
            int chunks = 0;
            while (chunks < buffers.size() && cut >= ends[chunks + 1]) {
                chunks++;
            }
            if (cut < ends[0]) {
                assertThatThrownBy(() -> TableFile.open(part).close())
                        .as("cut at %d", cut)
                        .isInstanceOf(TableFile.CutHeaderException.class);
            } else {
                try (TableFile table = TableFile.open(part)) {
                    assertThat(table.chunks()).as("cut at %d", cut).hasSize(chunks);
                    assertThat(table.ledger().isPresent()).isEqualTo(cut == bytes.length);
                    assertThat(table.wholeBytes()).isEqualTo(ends[chunks]);
                    assertThat(table.kernels().orElse(0)).isEqualTo(cut == bytes.length ? kernels(table) : 0);
                    assertThat(table.damage()).hasSize(cut > ends[chunks] && cut < bytes.length ? 1 : 0);
                    for (int i = 0; i < chunks; i++) {
                        assertSame(table, table.chunks().get(i), buffers.get(i));
                    }
                }
            }
            try (TableWriter again = TableWriter.resume(RUNS, 50_000_000, part)) {
                for (Buffer buffer : buffers.subList(chunks, buffers.size())) {
                    append(again, buffer);
                }
                again.finish(BOOKS);
            }
            assertThat(Files.readAllBytes(part)).as("cut at %d", cut).isEqualTo(bytes);
        }
    }

    private static int kernels(TableFile table) {
        int most = 0;
        for (StoredChunk chunk : table.chunks()) {
            for (int i = 0; i < chunk.records(); i++) {
                long at = chunk.recordsAt() + (long) i * chunk.recordBytes();
                most = Math.max(most, 1 + AicoreTaskRecord.FUNCTION_ID.get(table.bytes(), at));
            }
        }
        return most;
    }

    private static void assertSame(TableFile table, StoredChunk chunk, Buffer buffer) {
        assertThat(table.isGenuine(chunk)).isTrue();
        assertThat(chunk.lane()).isEqualTo(buffer.lane);
        assertThat(chunk.sequence()).isEqualTo(buffer.sequence);
        assertThat(chunk.droppedBefore()).isEqualTo(buffer.dropped);
        assertThat(chunk.firstPosition()).isEqualTo(buffer.sequence * 100);
        assertThat(chunk.recovered()).isEqualTo(buffer.recovered);
        MemorySegment records = table.bytes().asSlice(chunk.recordsAt(), chunk.sizeBytes());
        assertThat(records.mismatch(MemorySegment.ofArray(buffer.bytes))).isEqualTo(-1);
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < chunk.records(); i++) {
            long at = chunk.recordsAt() + (long) i * chunk.recordBytes();
            long word = AicoreTaskRecord.RECEIVE_TO_START_TICKS.get(table.bytes(), at);
            long received =
                    AicoreTaskRecord.START_TICK.get(table.bytes(), at) - AicoreTaskRecord.receiveToStartTicks(word);
            least = Math.min(least, received);
            most = Math.max(most, AicoreTaskRecord.END_TICK.get(table.bytes(), at));
        }
        assertThat(chunk.beginTick()).isEqualTo(least);
        assertThat(chunk.endTick()).isEqualTo(most);
    }

    /** One bit in each byte, with and without footer; chunks that are not hit stay readable. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noChangedBitGoesUnnoticedAndNoOtherChunkIsLost(boolean finished) throws IOException {
        SplittableRandom random = new SplittableRandom(23);
        List<Buffer> buffers = buffers(random, 4);
        Path file = directory.resolve("a.tide");
        long[] ends = write(file, buffers, finished);
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < bytes.length; at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            TableFile table;
            try {
                table = TableFile.of("a.tide", MemorySegment.ofArray(changed));
            } catch (IOException refused) {
                assertThat((long) at).as("refused at %d: %s", at, refused).isLessThan(ends[0]);
                continue;
            }
            assertThat(at).as("a changed header is refused").isGreaterThanOrEqualTo((int) ends[0]);
            assertThat(table.damage()).as("bit in byte %d", at).isNotEmpty();
            long genuine = table.chunks().stream().filter(table::isGenuine).count();
            boolean inChunk = at < ends[buffers.size()];
            assertThat(genuine).as("byte %d", at).isEqualTo(buffers.size() - (inChunk ? 1 : 0));
        }
    }

    /** Who opens a file to read its records gets those of whole chunks, and is told of every change. */
    @Test
    void whoReadsRecordsIsToldOfEveryChangedBitAndEveryCut() throws IOException {
        SplittableRandom random = new SplittableRandom(29);
        List<Buffer> buffers = buffers(random, 3);
        Path file =
                Files.createDirectory(directory.resolve(TableFile.DIRECTORY)).resolve("a.tide");
        long[] ends = write(file, buffers, true);
        byte[] bytes = Files.readAllBytes(file);
        try (TableFile whole = TableFile.open(file, RUNS)) {
            assertThat(whole.damage()).isEmpty();
            assertThat(whole.chunkCount()).isEqualTo(3);
        }
        for (int at = (int) ends[0]; at < bytes.length; at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, changed);
            try (TableFile table = TableFile.open(file, RUNS)) {
                assertThat(table.damage()).as("bit in byte %d", at).isNotEmpty();
                assertThat(table.chunkCount()).as("bit in byte %d", at).isEqualTo(at < ends[3] ? 2 : 3);
            }
            Files.write(file, Arrays.copyOf(bytes, at));
            try (TableFile table = TableFile.open(file, RUNS)) {
                assertThat(table.damage()).as("cut at %d", at).isNotEmpty();
            }
        }
    }

    /** A hole of a terabyte behind the footer: there is nothing to find in it. */
    @Test
    void aFileThatWasMadeVeryLongIsReadAtOnceAndSaysSo() throws IOException {
        Path file =
                Files.createDirectory(directory.resolve(TableFile.DIRECTORY)).resolve("a.tide");
        List<Buffer> buffers = buffers(new SplittableRandom(31), 3);
        write(file, buffers, true);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(java.nio.ByteBuffer.allocate(1), (1L << 40) - 1);
        }
        try (TableFile table = TableFile.open(file, RUNS)) {
            assertThat(table.chunkCount()).isEqualTo(buffers.size());
            assertThat(table.damage()).singleElement().asString().contains("bytes at its end are no whole chunk");
        }
    }

    @Test
    void aFileThatHoldsSomethingElseThanItsNameSaysIsRefused() throws IOException {
        Path file = directory.resolve("a.tide");
        write(file, buffers(new SplittableRandom(5), 2), true);
        for (RecordStream other : RecordStream.known()) {
            if (!other.equals(RUNS)) {
                assertThatThrownBy(() -> TableFile.open(file, other).close())
                        .as(other.name())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("a.tide holds swimlane.aicore_task")
                        .hasMessageContaining("not " + other.name());
            }
        }
    }

    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, 4L, 5L);
    }

    /** Killed, resumed and killed again, at random places: each chunk is there once. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aWriterThatIsKilledAgainAndAgainLosesOnlyWhatWasNotWhole(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<Buffer> buffers = buffers(random, 40);
        Path file = directory.resolve("killed.tide");
        Files.createFile(file);
        int kills = 0;
        int next = 0;
        while (next < buffers.size()) {
            try (TableWriter table = TableWriter.resume(RUNS, 1, file)) {
                next = table.chunks().size();
                int until = Math.min(buffers.size(), next + random.nextInt(6));
                while (next < until) {
                    append(table, buffers.get(next++));
                }
                if (next < buffers.size()) {
                    kills++;
                    long size = table.sizeBytes();
                    cut(file, size - random.nextLong(Math.min(size, 300)));
                }
            }
        }
        try (TableFile table = TableFile.open(file)) {
            System.out.println("seed " + seed + ": " + kills + " kills");
            assertThat(table.chunks()).hasSize(buffers.size());
            for (int i = 0; i < buffers.size(); i++) {
                assertSame(table, table.chunks().get(i), buffers.get(i));
            }
        }
    }

    private static void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @Test
    void theFileSaysWhatItsColumnsAreAndHowItsBooksStand() throws IOException {
        Path file = directory.resolve("a.tide");
        write(file, buffers(new SplittableRandom(5), 2), true);
        try (TableFile table = TableFile.open(file)) {
            assertThat(table.schema()).isEqualTo(TableSchema.of(RUNS));
            assertThat(table.schema().stream()).isEqualTo("swimlane.aicore_task");
            assertThat(table.schema().column("receiveToStartTicks").orElseThrow())
                    .satisfies(column -> {
                        assertThat(column.offset()).isEqualTo(28);
                        assertThat(column.type()).isEqualTo(FieldType.U32);
                        assertThat(column.unit()).isEqualTo(Unit.TICKS);
                        assertThat(column.meaning()).contains("bit 31: the kernel threw");
                    });
            assertThat(table.channel()).contains(SwimlaneChannel.CHANNEL);
            assertThat(table.clockHz()).isEqualTo(50_000_000);
            assertThat(table.isOfThisVersion()).isTrue();
            assertThat(table.ledger()).contains(BOOKS);
            assertThat(table.damage()).isEmpty();
        }
    }

    @Test
    void aColumnOfALaterVersionIsSkippedAndTheOthersAreRead() {
        String text = TableSchema.of(RUNS).text()
                + "later\tf128\t1\t0\tticks\tnot known here\n"
                + "outside\ti64\t1\t32\tticks\tbehind the record\n";
        TableSchema schema = TableSchema.parse(text, 32);
        assertThat(schema).isEqualTo(TableSchema.of(RUNS));
    }

    @Test
    void aFileThatIsNoTableOrOfAnotherVersionIsNamedInOneSentence() throws IOException {
        Path file = directory.resolve("a.tide");
        Files.write(file, new byte[4096]);
        assertThatThrownBy(() -> TableFile.open(file))
                .isInstanceOf(IOException.class)
                .hasMessage("a.tide is not a table file of Tidemark");
        Path later = directory.resolve("b.tide");
        write(later, List.of(), true);
        byte[] bytes = Files.readAllBytes(later);
        bytes[(int) TableHeader.VERSION_WORD.offset()] = 9;
        Files.write(later, bytes);
        assertThatThrownBy(() -> TableFile.open(later))
                .hasMessage("b.tide has version 9 of table files, this tool reads version 1");
    }

    @Test
    void everyStreamHasAFileNameOfItsOwn() {
        assertThat(RecordStream.known().stream().map(RecordStream::name)).doesNotHaveDuplicates();
    }
}
