package io.tidemark.viewer.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.spool.TableChunk;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.table.TableFile;
import io.tidemark.testkit.GoldenFile;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneHead;
import io.tidemark.viewer.timeline.Picture;
import io.tidemark.viewer.timeline.Stretch;
import io.tidemark.viewer.timeline.TileGrid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first look at recorded captures whose records lie in table files only. */
class TableLookTest {
    @TempDir
    Path directory;

    private void copy(String name) throws IOException {
        Path recorded = GoldenFile.repositoryRoot().resolve("sql/src/test/resources/captures/" + name);
        try (Stream<Path> files = Files.walk(recorded)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = directory.resolve(recorded.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        Files.delete(directory.resolve(SwimlaneChannel.FILE));
    }

    private Optional<Picture> look(long worthItBytes) throws IOException {
        return TableLook.at(CaptureFinder.at(directory), worthItBytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vector-constant", "bgemm", "noop", "host-built"})
    void theCoresAreThoseOfTheWholeReading(String name) throws IOException {
        copy(name);
        Picture look = look(0).orElseThrow();
        CaptureView view = CaptureViewReader.read(StoredCapture.open(directory));
        List<Lane> known = view.timeline().lanes().stream()
                .filter(lane -> lane.kind().isCore())
                .toList();
        assertThat(look.lanes())
                .extracting(LaneHead::label)
                .isEqualTo(known.stream().map(Lane::label).toList());
        assertThat(look.stretches()).isEmpty();
        assertThat(view.timeline().names()).containsAll(look.names());
        for (int lane = 0; lane < known.size(); lane++) {
            assertThat(look.lanes().get(lane).size()).isEqualTo(known.get(lane).size());
            assertThat(busyNanos(look, lane)).isCloseTo(busyNanos(known.get(lane)), Percentage.withPercentage(1));
        }
    }

    private static double busyNanos(Lane lane) {
        double busy = 0;
        for (int span = 0; span < lane.size(); span++) {
            busy += lane.endNanos(span) - lane.beginNanos(span);
        }
        return busy;
    }

    /** The sum of the cells of a lane in the coarsest tile. */
    private static double busyNanos(Picture look, int lane) {
        byte[] bytes = look.tile(lane / TileGrid.BAND_LANES, 0, 0).orElseThrow();
        ByteBuffer tile = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int head = 16 + 16 * (lane % TileGrid.BAND_LANES);
        double busy = 0;
        for (int cell = 0; cell < tile.getInt(head + 4); cell++) {
            busy += tile.getFloat(tile.getInt(head + 8) + 4 * cell);
        }
        return busy * look.grid().rootNanos() / TileGrid.CELLS;
    }

    /** A stamp beyond what its chunk says is not drawn; that it is missing is. */
    @Test
    void aRecordOutOfItsChunkIsPassedOverAndToldAbout() throws IOException {
        copy("noop");
        Path file = directory.resolve("tables/swimlane.aicore_task.tide");
        byte[] bytes = Files.readAllBytes(file);
        long duration = look(0).orElseThrow().durationNanos();
        ByteBuffer records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = firstRecord();
        records.putLong(at + 8, Long.MAX_VALUE);
        Files.write(file, bytes);
        Picture look = look(0).orElseThrow();
        assertThat(look.durationNanos()).isEqualTo(duration);
        assertThat(look.stretches())
                .singleElement()
                .extracting(Stretch::kind, Stretch::lane)
                .containsExactly(Stretch.Kind.UNREAD, Stretch.EVERY_LANE);
    }

    /** A chunk whose line covers a stamp of another age does not stretch the axis over years. */
    @Test
    void aChunkOfAnotherAgeIsPassedOverAndToldAbout() throws IOException {
        copy("noop");
        Path file = directory.resolve("tables/swimlane.aicore_task.tide");
        long duration = look(0).orElseThrow().durationNanos();
        int at = firstRecord();
        int line = at - TableChunk.LAYOUT.sizeBytes();
        ByteBuffer bytes = ByteBuffer.wrap(withoutFooter(file)).order(ByteOrder.LITTLE_ENDIAN);
        long far = 1L << 60; // ticks: 2^60 nanoseconds many times over
        bytes.putLong(at + (int) AicoreTaskRecord.START_TICK.offset(), far);
        bytes.putLong(at + (int) AicoreTaskRecord.END_TICK.offset(), far + 1);
        bytes.putLong(line + (int) TableChunk.END_TICK.offset(), far + 1);
        CRC32C digest = new CRC32C();
        int digested = (int) TableChunk.AT.offset();
        digest.update(bytes.array(), line + digested, at - line - digested);
        bytes.putInt(line + (int) TableChunk.LINE_DIGEST.offset(), (int) digest.getValue());
        Files.write(file, bytes.array());
        Picture look = look(0).orElseThrow();
        assertThat(look.durationNanos()).isEqualTo(duration);
        assertThat(look.stretches()).extracting(Stretch::kind).contains(Stretch.Kind.UNREAD);
    }

    /** The chunks alone, as a run that goes on has them: their lines count, no index does. */
    private static byte[] withoutFooter(Path file) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            return Arrays.copyOf(Files.readAllBytes(file), (int) table.wholeBytes());
        }
    }

    private int firstRecord() throws IOException {
        Path file = directory.resolve("tables/swimlane.aicore_task.tide");
        try (TableFile table = TableFile.open(file)) {
            return (int) table.chunks().getFirst().recordsAt();
        }
    }

    @Test
    void aSmallOrBrokenCaptureGetsNoFirstLook() throws IOException {
        copy("noop");
        assertThat(look(1 << 20)).as("small").isEmpty();
        assertThat(FirstLook.of(CaptureFinder.at(directory))).as("small").isEmpty();
        Path file = directory.resolve("tables/swimlane.aicore_task.tide");
        Files.writeString(file, "this is no table file");
        assertThat(look(0)).as("broken").isEmpty();
        Files.delete(file);
        assertThat(look(0)).as("absent").isEmpty();
    }
}
