package io.tidemark.cuda;

import static io.tidemark.runtime.RuntimeKind.HBG;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.runtime.RunResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks that take several cores at once, and predicates, in graphs that the blocks resolve
 * themselves: the cases.
 */
class GangsTest {
    private static final DfxFlags LEVEL_4 =
            DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN).with(DfxFeature.SCOPE_STATS);
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final Duration LONG = EmulatedPlan.PATIENCE;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mixed:small",
                "mixed:tiles",
                "decoder:small",
                "decoder:replay",
                "moe:small",
                "paged-attention:spmd-mix",
                "spmd:basic",
                "spmd:multiblock-mix",
                "spmd:early-dispatch",
                "spmd:sync-start",
                "spmd:sync-start-edge",
                "spmd:stress",
                "spmd:starvation",
                "spmd:core-counts",
                "spmd:barrier"
            })
    void aCaseIsResolvedOnTheDeviceAndGivesItsGoldenAndEveryRecord(String title) throws Exception {
        run(title, LEVEL_4, LONG).isVerifiedOnDevice();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mixed:small", "decoder:small", "moe:small", "spmd:core-counts"})
    void theSameWithEverythingThatCanBeRecorded(String title) throws Exception {
        DfxFlags all = LEVEL_4.with(DfxFeature.DUMP_ARGS_ENABLE).with(DfxFeature.PMU);
        run(title, all, LONG).isVerifiedOnDevice();
    }

    @Test
    void tasksThatWereNotRunAreCountedAsOnTheHost() throws Exception {
        RunResult device = run("moe:small", LEVEL_4, LONG).result();
        RunResult host = EmulatedRun.of(
                        "moe:small", List.of(), plan -> plan.records(LEVEL_4), directory.resolve("host"))
                .result();
        assertThat(device.skipped()).isPositive().isEqualTo(host.skipped());
        assertThat(device.subtasks()).isEqualTo(host.subtasks());
    }

    /** None of them starts before the last one has come. */
    @Test
    void theBlocksOfACohortStartTogether() throws Exception {
        EmulatedRun run = run("spmd:barrier", LEVEL_4, LONG);
        AicoreRows cores = SwimlaneReader.read(
                        run.sealed().directory().resolve("chip_swimlane_records.json"), new Findings())
                .orElseThrow()
                .aicore();
        long lastCame = Long.MIN_VALUE;
        long firstStarted = Long.MAX_VALUE;
        for (int row = 0; row < cores.size(); row++) {
            lastCame = Math.max(lastCame, cores.receiveTick(row));
            firstStarted = Math.min(firstStarted, cores.startTick(row));
        }
        assertThat(cores.size()).isGreaterThan(4);
        assertThat(lastCame).isLessThanOrEqualTo(firstStarted);
    }

    /** The cores that are there wait without a kernel, so the one that is missing is to blame. */
    @Test
    void aCohortThatCannotGatherIsNamedBehindTheTaskThatHasItsCore() throws Exception {
        EmulatedRun run = run("hang:cohort", DfxFlags.ofSwimlaneLevel(1), SHORT);
        assertThat(run.result().notes()).isEmpty();
        assertThat(run.doctor().orElseThrow())
                .contains("Task t40 of kernel stuck on core")
                .contains("blocks of task t41 of kernel step start together and cannot without");
        assertThat(run.sealed().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
    }

    private EmulatedRun run(String title, DfxFlags flags, Duration patience) throws Exception {
        return EmulatedRun.of(
                title,
                List.of(),
                plan -> plan.runtime(HBG).records(flags).endedAfter(patience),
                directory.resolve("capture"));
    }
}
