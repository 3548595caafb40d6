package io.tidemark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.Platform;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RunResult.TaskTiming;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cases of the spmd family whose blocks start together. */
class CohortCasesTest {
    private static final List<String> CASES = List.of(
            "spmd:sync-start",
            "spmd:sync-start-edge",
            "spmd:stress",
            "spmd:starvation",
            "spmd:core-counts",
            "spmd:early-dispatch",
            "spmd:mix-spill",
            "spmd:barrier");

    @ParameterizedTest
    @CsvSource({"4,2", "8,2", "8,4", "24,4", "36,2", "36,5"})
    void everyCaseEqualsItsGoldenOnAnyNumberOfClustersAndThreads(int clusters, int threads) {
        boolean isLarge = threads > Platform.A2A3.maxAicpuThreads() || clusters > 24;
        RuntimeConfig config = RuntimeConfig.builder()
                .platform(isLarge ? Platform.A5 : Platform.A2A3)
                .clusters(clusters)
                .memoryBytes(8 << 20)
                .build();
        CallConfig call = CallConfig.builder().aicpuThreads(threads).build();
        try (ChipWorker worker = ChipWorker.open(config)) {
            for (String name : CASES) {
                for (boolean singleIssue : new boolean[] {false, true}) {
                    RunSetup setup = RunSetup.standard(config);
                    RunResult result = verified(worker, name, call, singleIssue ? setup.withSingleIssue() : setup);
                    if (singleIssue) {
                        assertThat(result.stagedBlocks()).as(name).isZero();
                    }
                }
            }
        }
    }

    @Test
    void aCohortIsStagedBehindAProducerThatFillsTheVectorCores() {
        RuntimeConfig config =
                RuntimeConfig.builder().clusters(8).memoryBytes(8 << 20).build();
        long staged = 0;
        try (ChipWorker worker = ChipWorker.open(config)) {
            for (int i = 0; i < 10; i++) {
                RunResult result = verified(worker, "spmd:mix-spill", CallConfig.defaults(), RunSetup.standard(config));
                staged += result.drains() + result.stagedBlocks();
                assertThat(result.timings()).extracting(TaskTiming::slot).containsExactly(0, 1);
                assertThat(result.timings()).allMatch(TaskTiming::isWhole);
            }
        }
        assertThat(staged)
                .as("the cohort was gathered, early or not, every time")
                .isPositive();
    }

    private static RunResult verified(ChipWorker worker, String name, CallConfig call, RunSetup setup) {
        WorkloadCase built = WorkloadCatalog.load().find(name).build(List.of(), 7);
        RunResult result = worker.run(built.orchestration(), built.hostTensors(), call, setup);
        Verification verification = built.verify(result);
        assertThat(verification.ok())
                .as("%s: %s", name, verification.sentence())
                .isTrue();
        return result;
    }
}
