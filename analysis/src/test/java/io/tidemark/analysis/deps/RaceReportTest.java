package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.deps.race.EdgeConflicts;
import io.tidemark.analysis.deps.race.RaceReport;
import io.tidemark.analysis.deps.race.RaceSearch;
import io.tidemark.analysis.deps.race.RaceText;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.RegionTable;
import io.tidemark.capture.names.NameMap;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of races and of edges without a conflict, over graphs of a few tasks. */
class RaceReportTest {
    @Test
    void aRaceIsNamedByTensorTasksAndViews() {
        Small small = new Small();
        int whole = small.view(0, 16);
        int half = small.view(8, 8);
        small.task(0).argument(0, ArgType.OUTPUT, 0, -1, RegionTable.NONE);
        small.task(1).argument(0, ArgType.INOUT, 1, -1, half);
        small.task(2).argument(3, ArgType.INPUT, 1, -1, whole);
        small.task(3).argument(0, ArgType.INPUT, 2, 0, whole);
        RaceReport found = search(small.build());
        assertThat(text(small, found))
                .contains("race t0 (f0) output writes all of it / t3 (f3) arg 0 reads [16] from element"
                        + " 0: bytes 0 to 64 of a tensor that t0 (f0) allocated, FLOAT32 x 16,"
                        + " 64 B in common")
                .contains("race t1 (f1) arg 0 writes [8] from element 8 / t2 (f2) arg 3 reads [16] from"
                        + " element 0: bytes 32 to 64 of external tensor 0, FLOAT32 x 16,"
                        + " 32 B in common")
                .doesNotContain("0x");
        assertThat(found.races()).hasSize(2);
    }

    /** In a manual scope no creator edge tells that the address has a new owner. */
    @Test
    void theOwnerOfAnArgumentTellsWhenMemoryWasGivenOutAgain() {
        Small small = new Small();
        int whole = small.view(0, 16);
        small.task(0).argument(0, ArgType.INOUT, 1, 100, whole);
        small.task(1).argument(0, ArgType.INOUT, 1, 101, whole);
        RaceReport found = search(small.build());
        assertThat(found.races()).isEmpty();
        assertThat(found.buffers()).isEqualTo(2);
    }

    @Test
    void anArgumentWithoutDependencyRacesWithAWriterAndMayRaceWithAReader() {
        Small small = new Small();
        int whole = small.view(0, 16);
        small.task(0).argument(0, ArgType.INOUT, 1, -1, whole);
        small.task(1).argument(1, ArgType.NO_DEP, 1, -1, whole);
        small.task(2).argument(0, ArgType.NO_DEP, 2, -1, whole);
        small.task(3).argument(0, ArgType.INPUT, 2, -1, whole);
        small.task(4).argument(0, ArgType.INPUT, 2, -1, whole);
        RaceReport found = search(small.build());
        assertThat(found.noDep()).isEqualTo(2);
        assertThat(found.races()).hasSize(1);
        assertThat(found.possible()).hasSize(1);
        assertThat(text(small, found))
                .contains("NO_DEP: 2 arguments without a declared direction, compared as reads")
                .contains("race t0 (f0) arg 0 writes [16] from element 0 / t1 (f1) arg 1 is given NO_DEP")
                .contains("possible race, if a kernel writes its NO_DEP argument");
    }

    @Test
    void onlyAnInferredEdgeIsCertainToHaveNoConflict() {
        Small small = new Small();
        int even = small.view(0, 8, 2);
        int odd = small.view(1, 8, 2);
        small.task(0).argument(0, ArgType.INOUT, 1, -1, even);
        small.task(1).argument(0, ArgType.INOUT, 1, -1, odd);
        small.edge(0, 1, 0, EdgeSource.TENSORMAP, 1, odd, even);
        small.task(2).argument(0, ArgType.INPUT, 2, -1, odd);
        small.edge(1, 2, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        small.edge(0, 2, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        RaceReport found = search(small.build());
        assertThat(found.edges().found())
                .extracting(EdgeConflicts.Found::isCertain)
                .containsExactly(true, false, false);
        assertThat(found.edges().found())
                .extracting(EdgeConflicts.Found::isImplied)
                .containsExactly(false, true, false);
        assertThat(text(small, found))
                .contains("edges without a conflict: 3 of 3")
                .contains("1 certain; 2 explicit")
                .contains("no conflict t0 (f0) -> t1 (f1): inferred from views that may overlap");
    }

    @Test
    void anEdgeWithAReasonOfItsOwnOrThatCannotBeJudgedIsNotCalledNeedless() {
        Small small = new Small();
        int left = small.view(0, 8);
        int right = small.view(8, 8);
        small.task(0).argument(0, ArgType.INOUT, 1, -1, left);
        // a newer version of the same buffer waits for all writers of the older one
        small.task(1).argument(0, ArgType.INPUT, 3, -1, right);
        small.edge(0, 1, 0, EdgeSource.TENSORMAP, 1, right, left);
        // the owner of a buffer comes first, whatever is touched
        small.task(2).argument(0, ArgType.NO_DEP, 2, 0, right);
        small.edge(0, 2, 0, EdgeSource.CREATOR, 2, right, RegionTable.NONE);
        // the tensor of a predicate is no argument
        small.task(3);
        small.builder.predicateOfLastTask();
        small.edge(0, 3, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        // a direction that the file does not tell
        small.task(4).argument(0, ArgType.UNKNOWN, 2, -1, right);
        small.edge(0, 4, -1, EdgeSource.EXPLICIT, 0, RegionTable.NONE, RegionTable.NONE);
        RaceReport found = search(small.build());
        assertThat(found.edges().found()).isEmpty();
        assertThat(found.edges().judged()).isZero();
        assertThat(found.edges().notJudged()).isEqualTo(2);
    }

    private static RaceReport search(DependencyGraph source) {
        return RaceSearch.run(report(source), 1_000_000);
    }

    private static DepsReport report(DependencyGraph source) {
        return DepsReport.of(source, NameMap.EMPTY, EdgeMode.FULL);
    }

    private static String text(Small small, RaceReport found) {
        StringWriter text = new StringWriter();
        RaceText.print(report(small.build()), found, new PrintWriter(text, true));
        return text.toString();
    }

    /** A graph spelled out task by task; tensor 3 is a newer version of tensor 1. */
    private static final class Small {
        final DependencyGraphBuilder builder = new DependencyGraphBuilder();
        private final DependencyDetail detail = new DependencyDetail();
        private DependencyGraph built;

        Small() {
            detail.addTensor(1, 4096, 0, "FLOAT32", 16);
            detail.addTensor(2, 8192, 0, "FLOAT32", 16);
            detail.addTensor(3, 4096, 1, "FLOAT32", 16);
        }

        int view(long start, long count) {
            return view(start, count, 1);
        }

        int view(long start, long count, long stride) {
            return detail.regions().add("FLOAT32", new long[] {count}, start, new long[] {stride}, null);
        }

        Small task(int task) {
            builder.addTask(task, false, false, 1);
            builder.kernelsOfLastTask(task, -1, -1);
            detail.beginTask();
            return this;
        }

        void argument(int index, ArgType type, long tensor, long owner, int region) {
            detail.addArgument(index, type, tensor, owner, region);
        }

        void edge(long from, long to, int argument, EdgeSource source, long tensor, int consumer, int producer) {
            builder.addEdge(from, to, argument, source);
            detail.addEdge(tensor, consumer, producer);
        }

        DependencyGraph build() {
            built = built == null ? builder.build(Optional.of(detail)) : built;
            return built;
        }
    }
}
