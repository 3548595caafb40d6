package io.tidemark.analysis.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.Generated;
import io.tidemark.analysis.OracleCase;
import io.tidemark.analysis.compat.BackWalk;
import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.analysis.compat.CompatOverhead;
import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.overhead.SchedulerLoops.PhaseTime;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the default report promises, on known cases and on generated captures of many shapes. */
class OverheadTest {
    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 24);
    }

    static Stream<OracleCase> captures() {
        return OracleCase.all().filter(oracle -> oracle.swimlane().isPresent());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sharesOfGeneratedRunsAddUp(long seed) {
        int tasks = 1 + new Random(seed).nextInt(600);
        CaptureModel run = Generated.capture(directory, tasks, seed).model();
        checkConservation(Overhead.of("seed " + seed, run));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void sharesOfKnownRunsAddUp(OracleCase oracle) {
        checkConservation(Overhead.of(oracle.name(), oracle.model()));
    }

    /**
     * Each core nanosecond of the window is in one part; each moment of a thread is work or idle.
     */
    private static void checkConservation(OverheadReport report) {
        CoreTimes times = report.times().orElseThrow();
        for (CoreTime engine : times.engines()) {
            assertThat(engine.totalNanos())
                    .as("%s %s", report.label(), engine)
                    .isEqualTo(times.makespan().nanos() * engine.cores());
        }
        report.loops().ifPresent(loops -> {
            double work = loops.phases().stream().mapToDouble(PhaseTime::total).sum();
            assertThat(work + loops.idle()).isCloseTo(loops.total(), within(1e-6 * (1 + loops.total())));
        });
        report.path()
                .ifPresent(path -> assertThat(path.compute() + path.stall()).isEqualTo(path.makespan()));
    }

    @Test
    void aRunLimitedByTheOrchestratorIsCalledThat() {
        OverheadReport report =
                Overhead.of("orch", OracleCase.of("findings-orch_bound").model());
        assertThat(report.limit()).isEqualTo(Limit.ORCHESTRATOR_BOUND);
        assertThat(CompatOverhead.of(
                                "orch", OracleCase.of("findings-orch_bound").compatModel())
                        .limit())
                .isEqualTo(Limit.SCHEDULER_BOUND);
    }

    @Test
    void levelOneSaysWhatItCannotKnow() {
        OverheadReport report = Overhead.of("level 1", OracleCase.of("tiny-l1").model());
        assertThat(report.limit()).isEqualTo(Limit.UNKNOWN);
        CoreTimes times = report.times().orElseThrow();
        assertThat(times.nanos(CorePart.SCHEDULER)).isZero();
        assertThat(times.nanos(CorePart.UNKNOWN)).isPositive();
        assertThat(report.switches()).isEmpty();
        assertThat(report.head()).isEmpty();
        assertThat(report.loops()).isEmpty();
        assertThat(report.notes()).hasSize(2).allMatch(note -> note.contains("level 1"));
    }

    @Test
    void workOfEveryPhaseCountsAsWork() {
        SchedulerLoops today = CompatOverhead.of("l4", OracleCase.of("tiny-l4").compatModel())
                .loops()
                .orElseThrow();
        SchedulerLoops now =
                Overhead.of("l4", OracleCase.of("tiny-l4").model()).loops().orElseThrow();
        assertThat(now.phases()).extracting(PhaseTime::word).contains("release", "dummy", "early_dispatch");
        assertThat(now.idle()).isLessThan(today.idle());
    }

    @Test
    void aCycleOnThePathEndsTheWalk() {
        SwimlaneTable table = OracleCase.of("tiny-l4").swimlane().orElseThrow();
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        List<Long> ids = List.of(21L, 19L, 18L);
        ids.forEach(id -> builder.addTask(id, false, false, 1));
        for (int at = 0; at < ids.size(); at++) {
            builder.addEdge(ids.get(at), ids.get((at + 1) % ids.size()), 0, EdgeSource.EXPLICIT);
        }
        DependencyGraph cyclic = builder.build();
        OverheadReport report = CompatOverhead.of("cycle", CompatModel.of(table, Optional.of(cyclic), NameMap.EMPTY));
        BackWalk walk = (BackWalk) report.walk().orElseThrow();
        assertThat(walk.isCyclic()).isTrue();
        assertThat(walk.hops()).isEqualTo(3);
    }

    @Test
    void aRunWithoutRowsIsRefused() {
        SwimlaneTable table = OracleCase.of("tiny-l4").swimlane().orElseThrow();
        SwimlaneTable empty = new SwimlaneTable(
                table.era(),
                table.level(),
                false,
                table.metadata(),
                new io.tidemark.capture.swimlane.AicoreRows(),
                new io.tidemark.capture.swimlane.AicpuRows(),
                table.schedulerPhases(),
                table.orchestratorSubmits(),
                table.hostSubmits(),
                table.hostUploads(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        CaptureModel run = CaptureModel.of(empty, Optional.empty(), NameMap.EMPTY);
        assertThatThrownBy(() -> Overhead.of("empty", run)).hasMessage("runs=0");
    }
}
