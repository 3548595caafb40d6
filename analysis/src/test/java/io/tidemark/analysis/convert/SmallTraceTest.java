package io.tidemark.analysis.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.TestJson;
import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.analysis.compat.trace.CompatTrace;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of the picture that no known trace shows; times are in ticks of a microsecond. */
class SmallTraceTest {
    @TempDir
    Path directory;

    private List<Map<String, Object>> events(String blocks) throws IOException {
        return events(blocks, true);
    }

    private List<Map<String, Object>> events(String blocks, boolean compat) throws IOException {
        Path records = directory.resolve("chip_swimlane_records.json");
        Files.writeString(
                records,
                "{\"chip_swimlane_level\": 4, \"metadata\": {\"clock_freq_hz\": 1000000, \"core_types\":"
                        + " [\"aiv\"], \"core_to_thread\": [0]}, "
                        + blocks
                        + "}");
        Path trace = directory.resolve("trace.json");
        SwimlaneTable table = SwimlaneReader.read(records, new Findings()).orElseThrow();
        if (compat) {
            CaptureModel model = CompatModel.of(table, Optional.empty(), NameMap.EMPTY);
            new CompatTrace(model, false, warning -> {}, share -> {}).write(trace);
        } else {
            new TraceConverter(
                            CaptureModel.of(table, Optional.empty(), NameMap.EMPTY),
                            new TraceOptions(Format.JSON, false, 1000),
                            Verdict.complete(Verdict.Basis.CONTENTS),
                            Optional.empty(),
                            warning -> {},
                            share -> {})
                    .write(trace);
        }
        return TestJson.list(TestJson.readObject(trace).get("traceEvents")).stream()
                .map(TestJson::object)
                .toList();
    }

    private static Predicate<Map<String, Object>> slicesOf(int pid) {
        return event -> event.get("ph").equals("X") && event.get("pid").equals((double) pid);
    }

    @Test
    void aFinishBeforeItsDispatchIsDrawnWithoutLength() throws IOException {
        String blocks = """
                "aicore_tasks": [[0, 5, 1, 1010, 1020, 0]], "aicpu_tasks": [[0, 1, 1030, 1025]]
                """;
        assertThat(events(blocks, false))
                .filteredOn(slicesOf(TraceIds.SCHEDULER_VIEW))
                .extracting(event -> event.get("dur"))
                .containsExactly(0.0);
        assertThat(events(blocks, true))
                .filteredOn(slicesOf(TraceIds.SCHEDULER_VIEW))
                .extracting(event -> event.get("dur"))
                .containsExactly(-5.0);
    }

    /** In the file the block dispatched last comes first. */
    @Test
    void blocksOfOneCoreShareTheLaneOfTheOneDispatchedLast() throws IOException {
        List<Map<String, Object>> events = events("""
                        "aicore_tasks": [[0, 5, 1, 1030, 1040, 0], [0, 5, 2, 1010, 1020, 0],
                         [0, 6, 3, 1050, 1060, 0]],
                        "aicpu_tasks": [[0, 1, 1006, 1045], [0, 2, 1005, 1025], [0, 3, 1048, 1065]]
                        """);
        assertThat(events)
                .filteredOn(slicesOf(TraceIds.SCHEDULER_VIEW))
                .extracting(event -> event.get("ts") + " on " + event.get("tid"))
                .containsExactlyInAnyOrder("0.0 on 10001.0", "1.0 on 10001.0", "43.0 on 10000.0");
    }

    @Test
    void arrowsOfBlocksGoToTheLastThatTheSchedulerStamped() throws IOException {
        List<Map<String, Object>> events = events("""
                        "aicore_tasks": [[0, 5, 1, 1010, 1020, 0], [0, 5, 2, 1030, 1040, 0]],
                        "aicpu_tasks": [[0, 1, 1005, 1025], [0, 2, 1028, 0]],
                        "aicpu_scheduler_phases": [[{"kind": "complete", "start_cycles": 1024,
                         "end_cycles": 1026, "loop_iter": 1, "tasks_processed": 1}]]
                        """);
        Object slice = events.stream()
                .filter(slicesOf(TraceIds.SCHEDULER_VIEW))
                .map(event -> event.get("id"))
                .findFirst()
                .orElseThrow();
        assertThat(events)
                .filteredOn(event -> event.get("ph").equals("f"))
                .filteredOn(event -> event.get("pid").equals((double) TraceIds.SCHEDULER_VIEW))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event).containsEntry("bind_id", slice));
    }

    @Test
    void aCompletePhaseWithoutCountGetsTheRowsItSaw() throws IOException {
        List<Map<String, Object>> events = events("""
                        "aicore_tasks": [[0, 5, 1, 1010, 1020, 0], [0, 6, 2, 1030, 1040, 0]],
                        "aicpu_tasks": [[0, 1, 1005, 1045], [0, 2, 1028, 1046]],
                        "aicpu_scheduler_phases": [[{"kind": "complete", "start_cycles": 1044,
                         "end_cycles": 1048}, {"kind": "dispatch", "start_cycles": 1004,
                         "end_cycles": 1006}]]
                        """);
        assertThat(events)
                .filteredOn(slicesOf(TraceIds.SCHEDULER))
                .extracting(event -> event.get("name"))
                .containsExactlyInAnyOrder("complete(2)", "dispatch(0)");
    }

    @Test
    void idsAboveTwoToThe63AreWrittenUnsigned() throws IOException {
        long id = 0x8000_0000_0000_0001L;
        List<Map<String, Object>> events = events("""
                        "aicore_tasks": [[0, 5, 1, 1010, 1020, 0]],
                        "aicpu_tasks": [[0, 1, 1005, 1045]],
                        "aicpu_scheduler_phases": [[{"kind": "dummy_task", "start_cycles": 1001,
                         "end_cycles": 1001, "task_id": %1$s}]],
                        "aicpu_orchestrator_phases": [[{"submit_idx": 0, "task_id": %1$s,
                         "start_cycles": 1000, "end_cycles": 1001}, {"submit_idx": 1, "task_id": -1,
                         "start_cycles": 1002, "end_cycles": 1003}]]
                        """.formatted(Long.toUnsignedString(id)));
        assertThat(events)
                .filteredOn(event -> event.get("ph").equals("X"))
                .extracting(event -> TestJson.object(event.get("args")).get("task_id"))
                .filteredOn(task -> task != null)
                .containsExactlyInAnyOrder(0x1p63, 0x1p63, -1.0);
    }
}
