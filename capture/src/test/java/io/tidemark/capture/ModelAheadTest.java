package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Tasks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture whose model is made ahead says the same in the same order as one that is not. */
class ModelAheadTest {
    /** With edges, kernels, a submit that ends before it begins and an id that is no number. */
    private static final String RECORDS = """
            {"chip_swimlane_level": 4,
             "metadata": {"clock_freq_hz": 50000000, "num_cores": 2, "core_types": ["aic", "aiv"]},
             "aicore_tasks": [[0, 7, 1, 100, 200, 3], [1, 6, 1, 300, 400, 4], [1, 8, 2, 410, 450, 5]],
             "aicpu_tasks": [[0, 1, 90, 210], [1, 1, 290, 405], [1, 2, 406, 460], [1, 3, 1, 2]],
             "aicpu_orchestrator_phases": [[
               {"submit_idx": 0, "task_id": 7, "start_cycles": 10, "end_cycles": 20},
               {"submit_idx": 1, "task_id": 6, "start_cycles": 30, "end_cycles": 25},
               {"submit_idx": 2, "task_id": "x", "start_cycles": 30, "end_cycles": 35}]],
             "task_fanin": [[7, 0], [6, 0, 7], [8, 0, 7, 6]],
             "aicore_functions": [[1, 4], [2, 5]],
             "else": 1}
            """;

    @TempDir
    private Path directory;

    @Test
    void everyRecordedCaptureSaysTheSame() throws IOException {
        for (CaptureDirectory found : TestCaptures.all()) {
            assertThat(told(found, true)).as(found.label()).isEqualTo(told(found, false));
        }
    }

    @Test
    void aCaptureWhoseRowsNameTheirKernelsSaysTheSame() throws IOException {
        TestCaptures.file(directory, "chip_swimlane_records.json", RECORDS);
        TestCaptures.file(directory, "name_map_x.json", "{\"level\":2,\"callable_id_to_name\":{\"4\":\"a\"}}");
        CaptureDirectory found = CaptureFinder.at(directory);
        List<String> told = told(found, false);
        assertThat(told).contains("0 task 6 core 1 kernel 5 start 5980", "edge 1 2");
        assertThat(told(found, true)).isEqualTo(told);
    }

    /** A cut file is damage, which is said where the table is first asked for. */
    @Test
    void aCutCaptureSaysTheSame() throws IOException {
        TestCaptures.file(directory, "chip_swimlane_records.json", RECORDS.substring(0, RECORDS.indexOf("\"else\"")));
        CaptureDirectory found = CaptureFinder.at(directory);
        List<String> told = told(found, false);
        assertThat(told.getFirst()).doesNotContain("COMPLETE");
        assertThat(told(found, true)).isEqualTo(told);
    }

    private static List<String> told(CaptureDirectory found, boolean isAhead) {
        StoredCapture capture = StoredCapture.open(found);
        if (isAhead) {
            capture.readModelAhead(ChannelCatalog.set());
        } else {
            capture.readAhead(ChannelCatalog.set());
        }
        List<String> told = new ArrayList<>();
        told.add(capture.verdict(ChannelCatalog.set()).line());
        tellFindings(capture, told);
        if (capture.swimlane().isPresent()) {
            tellModel(capture.model(), told);
        }
        tellFindings(capture, told);
        return told;
    }

    private static void tellFindings(Capture capture, List<String> told) {
        for (Finding finding : capture.findings().kept()) {
            told.add(finding.severityWord() + " " + finding);
        }
    }

    private static void tellModel(CaptureModel model, List<String> told) {
        for (int run = 0; run < model.runs().size(); run++) {
            told.add("%d task %d core %d kernel %d start %d"
                    .formatted(
                            run,
                            model.runs().taskId(run),
                            model.runs().core(run),
                            model.runs().kernel(run),
                            model.runs().start(run)));
            told.add(model.names().of(model.runs().kernel(run)));
        }
        Tasks tasks = model.tasks();
        for (int task = 0; task < tasks.size(); task++) {
            told.add(model.readiness().dataReady(task) + " " + model.submits().end(task));
            for (int edge = model.graph().firstSuccessor(task);
                    edge < model.graph().endSuccessor(task);
                    edge++) {
                told.add("edge " + task + " " + model.graph().successor(edge));
            }
        }
    }
}
