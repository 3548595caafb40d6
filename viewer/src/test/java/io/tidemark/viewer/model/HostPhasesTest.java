package io.tidemark.viewer.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.resource.CaptureResources;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lanes of a host-built graph, from a recorded run of four submits. */
class HostPhasesTest {
    private static final Path RECORDED = Path.of("src/test/resources/captures/host-built");
    private static final String PHASES = "host_phase_records.jsonl";
    private static final long FIRST_STAMP = 2537785314314L;
    private static final long FIRST_SUBMIT = 2537785544997L;

    @TempDir
    Path directory;

    @BeforeEach
    void copy() throws IOException {
        for (String file : List.of("chip_swimlane_records.json", "deps.json", PHASES)) {
            Files.copy(RECORDED.resolve(file), directory.resolve(file));
        }
    }

    private void append(String line) throws IOException {
        Files.writeString(directory.resolve(PHASES), line + "\n", StandardOpenOption.APPEND);
    }

    private static Lane lane(CaptureView view, String label) {
        return view.timeline().lanes().stream()
                .filter(lane -> lane.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void preparationComesFirstAndEverythingElseKeepsItsDistance() throws IOException {
        CaptureView view = GeneratedCapture.view(directory);
        Lane prepare = lane(view, "host prepare");
        assertThat(prepare.kind()).isEqualTo(LaneKind.HOST_PHASE);
        assertThat(prepare.size()).isEqualTo(10);
        assertThat(prepare.beginNanos(0)).isZero();
        assertThat(lane(view, "host submit").beginNanos(0)).isEqualTo(FIRST_SUBMIT - FIRST_STAMP);
        assertThat(view.timeline().lanes())
                .as("submits that the swimlane has are not drawn twice")
                .noneMatch(lane -> lane.label().startsWith("thread"));
        long firstRun = view.runs().beginNanos(view.runs().byBegin()[0]);
        assertThat(firstRun).isGreaterThan(prepare.endNanos(prepare.size() - 1));
        ByteBuffer table = ByteBuffer.wrap(
                        new CaptureResources(view).read("hostphases/0").orElseThrow())
                .order(ByteOrder.LITTLE_ENDIAN);
        assertThat(table.getInt(4)).isEqualTo(14);
        assertThat(table.getLong(8 + 8 * 11)).as("bytes of shared_mem").isEqualTo(3136);
    }

    @Test
    void aPassOfAnotherRunIsCountedAndNotDrawn() throws IOException {
        append("""
                {"pid": 1, "inv": 2, "clock": "host_monotonic_ns", "dropped": 9, "records": [{"phase": "args",\
                 "start_ns": 1000, "end_ns": 2000, "detail": 0, "tid": 1}]}\
                """);
        CaptureView view = GeneratedCapture.view(directory);
        assertThat(lane(view, "host prepare").size()).isEqualTo(10);
        assertThat(view.hostPhases().otherPasses()).isOne();
        assertThat(view.hostPhases().dropped()).isZero();
        String meta = new String(new CaptureResources(view).read("meta.json").orElseThrow(), StandardCharsets.UTF_8);
        assertThat(meta).containsPattern("\"otherHostPasses\": ?1");
    }

    @Test
    void operationsOfOtherThreadsGetTheirOwnLaneAndDropsAreHatched() throws IOException {
        append("""
                {"pid": 1, "inv": 1, "clock": "host_monotonic_ns", "dropped": 3, "records": [\
                {"phase": "record_node", "start_ns": 2537785544000, "end_ns": 2537785546000, "detail": 5, "tid": 77}]}\
                """);
        CaptureView view = GeneratedCapture.view(directory);
        assertThat(lane(view, "thread 77").size()).isOne();
        assertThat(view.timeline().stretches())
                .filteredOn(stretch -> stretch.kind() == Stretch.Kind.SOMEWHERE)
                .hasSize(2)
                .allSatisfy(stretch -> assertThat(stretch.text()).contains("3 host phases"));
    }
}
