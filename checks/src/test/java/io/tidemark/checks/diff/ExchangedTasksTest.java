package io.tidemark.checks.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.analysis.diff.ComparedRun;
import io.tidemark.analysis.diff.Comparison;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.align.Alignment.Mark;
import io.tidemark.capture.StoredCapture;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.TaskGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that only the regions of their tensors, or the scopes around them, tell apart: they have
 * the same kernel and no neighbours.
 */
class ExchangedTasksTest {
    private static final int TILES = 4;

    @TempDir
    private Path folder;

    @Test
    void tasksThatChangedPlacesKeepTheirTiles() throws IOException {
        Alignment alignment = align(new int[] {0, 1, 2, 3}, new int[] {0, 2, 1, 3}, 7, 7);
        assertThat(alignment.marks()).containsExactly(Mark.REGIONS, Mark.SCOPES);
        assertThat(tasksAfter(alignment)).containsExactly(0, 2, 1, 3);
    }

    @Test
    void aTaskThatIsGoneIsTheOneOfItsTile() throws IOException {
        Alignment alignment = align(new int[] {0, 1, 2, 3}, new int[] {0, 2, 3}, 7, 7);
        assertThat(tasksAfter(alignment)).containsExactly(0, Alignment.NONE, 1, 2);
    }

    /** A line above the scope moves its site; another scope in the file does not look like it. */
    @Test
    void aSiteCountsByItsPlaceAmongTheSitesOfItsFile() throws IOException {
        Alignment moved = align(new int[] {0, 1}, new int[] {0, 1}, 7, 9);
        assertThat(moved.marks()).contains(Mark.SCOPES);
        Alignment more = align(new int[] {0, 1, 2, 3}, new int[] {0, 1, 2, 3}, 7, 0);
        assertThat(more.marks()).containsExactly(Mark.REGIONS);
        assertThat(more.words()).endsWith("(without scopes and their sites)");
    }

    private static int[] tasksAfter(Alignment alignment) {
        int[] tasks = new int[alignment.tasksBefore()];
        for (int task = 0; task < tasks.length; task++) {
            tasks[task] = alignment.toAfter(task);
        }
        return tasks;
    }

    private Alignment align(int[] tiles, int[] otherTiles, int line, int otherLine) throws IOException {
        StoredCapture before = record("before" + line + tiles.length, tiles, line);
        StoredCapture after = record("after" + otherLine + otherTiles.length, otherTiles, otherLine);
        return Comparison.of(
                        List.of(() -> new ComparedRun("before", before)),
                        List.of(() -> new ComparedRun("after", after)))
                .alignment();
    }

    /** One task a tile, in a scope that a line opens; without scope statistics if that is 0. */
    private StoredCapture record(String name, int[] tiles, int line) throws IOException {
        DfxFlags flags = DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN);
        Path capture = folder.resolve(name);
        RecordingPlan plan = RecordingPlan.into(capture)
                .title("tiles")
                .config(RuntimeConfig.builder()
                        .modelled(new ModelledTime(ChipProfiles.shipped("a2a3"), true))
                        .build())
                .call(CallConfig.builder()
                        .flags(line == 0 ? flags : flags.with(DfxFeature.SCOPE_STATS))
                        .build())
                .build();
        Kernel kernel = Kernel.of(CoreType.AIV, 0, "tile", new KernelCode.JavaCode(context -> {}))
                .costing(KernelCost.lasting(Duration.ofNanos(1000)));
        try (Recorder recorder = Recorder.open(plan)) {
            recorder.record(
                    new Program("tiles", graph -> submit(graph, kernel, tiles, line), List.of(), List.of(kernel)));
            recorder.seal();
        }
        return StoredCapture.open(capture);
    }

    private static void submit(TaskGraph graph, Kernel kernel, int[] tiles, int line) {
        Tensor whole = graph.alloc(TensorSpec.of(DType.FLOAT32, TILES * 64))[0];
        try (Scope _ = graph.scope(ScopeSite.of("tiles.cpp", line))) {
            for (int tile : tiles) {
                graph.task(kernel).inout(whole.slice(0, tile * 64, 64)).submit();
            }
        }
    }
}
