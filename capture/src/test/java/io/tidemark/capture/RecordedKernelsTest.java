package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.swimlane.FunctionSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedKernelsTest {
    @TempDir
    private Path directory;

    /** Every recorded capture, read with its graph and without: both must name the same kernels. */
    @Test
    void countersAndArgumentsNameTheKernelsTheGraphNames() throws IOException {
        int checked = 0;
        for (CaptureDirectory recorded : TestCaptures.all()) {
            Capture capture = StoredCapture.open(recorded.root());
            if (capture.swimlane().isEmpty() || capture.dependencies().isEmpty()) {
                continue;
            }
            KernelRuns tasks = CaptureModel.of(
                            capture.swimlane().orElseThrow(), capture.dependencies(), capture.names())
                    .runs();
            FunctionSource others = new RecordedKernels(capture);
            for (int task = 0; task < tasks.size(); task++) {
                int said = others.function(tasks.taskId(task), tasks.core(task));
                if (said != FunctionSource.UNKNOWN && tasks.kernel(task) >= 0) {
                    assertThat(said).as("%s, run %d", recorded.root(), task).isEqualTo(tasks.kernel(task));
                    checked++;
                }
            }
        }
        assertThat(checked).as("runs that both name").isGreaterThan(50);
    }

    /** A map without a certificate may name some kernels only, and proves nothing. */
    @Test
    void aMapOfOneNameAloneNamesNothing() throws IOException {
        TestCaptures.file(directory, "name_map_x.json", "{\"level\":2,\"callable_id_to_name\":{\"4\":\"a\"}}");
        FunctionSource kernels = new RecordedKernels(StoredCapture.open(directory));
        assertThat(List.of(kernels.function(1, 0), kernels.function(2, 1))).containsOnly(FunctionSource.UNKNOWN);
    }
}
