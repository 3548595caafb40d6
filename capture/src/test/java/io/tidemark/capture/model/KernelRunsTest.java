package io.tidemark.capture.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneEra;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KernelRunsTest {
    @Test
    void theJoinEqualsASlowObviousOne() {
        Seeds.each(200, seed -> {
            checkPairs(seed, randomTable(Seeds.random(seed)));
            checkPairs(seed, tableInOrder(Seeds.random(seed)));
        });
    }

    private static void checkPairs(long seed, SwimlaneTable table) {
        RowPairs pairs = RowPairs.of(table);
        Map<List<Integer>, Integer> coreRow = lastRowByKey(table);
        int misses = 0;
        for (int row = 0; row < table.aicpu().size(); row++) {
            int match = coreRow.getOrDefault(key(table.aicpu(), row), RowPairs.NONE);
            assertThat(pairs.aicoreRow(row)).as("seed %d", seed).isEqualTo(match);
            misses += match == RowPairs.NONE ? 1 : 0;
        }
        assertThat(pairs.aicpuMisses()).isEqualTo(misses);
        checkRuns(seed, table, pairs);
    }

    /** Every core row is a run, sorted by task, with the stamps of its pair. */
    private static void checkRuns(long seed, SwimlaneTable table, RowPairs pairs) {
        KernelRuns runs = model(table, Optional.empty()).runs();
        Timeline axis = Timeline.of(table);
        List<Integer> order = new ArrayList<>();
        for (int row = 0; row < table.aicore().size(); row++) {
            order.add(row);
        }
        order.sort((one, other) ->
                Long.compareUnsigned(table.aicore().taskId(one), table.aicore().taskId(other)));
        assertThat(runs.size()).isEqualTo(order.size());
        for (int run = 0; run < runs.size(); run++) {
            int row = order.get(run);
            int partner = pairs.aicpuRow(row);
            assertThat(runs.taskId(run)).isEqualTo(table.aicore().taskId(row));
            assertThat(runs.start(run)).isEqualTo(nanos(axis, table.aicore().startTick(row)));
            assertThat(runs.dispatch(run))
                    .as("seed %d run %d", seed, run)
                    .isEqualTo(
                            partner == RowPairs.NONE
                                    ? KernelRuns.NONE
                                    : nanos(axis, table.aicpu().dispatchTick(partner)));
        }
    }

    private static long nanos(Timeline axis, long tick) {
        return tick <= 0 ? KernelRuns.NONE : axis.nanos(tick);
    }

    private static Map<List<Integer>, Integer> lastRowByKey(SwimlaneTable table) {
        Map<List<Integer>, Integer> rows = new HashMap<>();
        for (int row = 0; row < table.aicore().size(); row++) {
            rows.put(List.of(table.aicore().core(row), table.aicore().registerTaskId(row)), row);
        }
        return rows;
    }

    private static List<Integer> key(AicpuRows rows, int row) {
        return List.of(rows.core(row), rows.registerTaskId(row));
    }

    private static CaptureModel model(SwimlaneTable table, Optional<DependencyGraph> graph) {
        return CaptureModel.of(table, graph, NameMap.EMPTY);
    }

    @Test
    void rowsWithoutPartnerAndDuplicateKeysAreCounted() {
        AicoreRows aicore = new AicoreRows();
        aicore.add(0, 5, 1, 10, 20, 0);
        aicore.add(0, 6, 1, 30, 40, 0);
        aicore.add(1, 7, 1, 50, 60, 0);
        AicpuRows aicpu = new AicpuRows();
        aicpu.add(0, 1, 25, 45);
        aicpu.add(2, 9, 1, 2);
        RowPairs pairs = RowPairs.of(table(2, aicore, aicpu));
        assertThat(pairs.aicoreRow(0)).isEqualTo(1); // the later duplicate wins
        assertThat(pairs.aicpuMisses()).isEqualTo(1);
        assertThat(pairs.aicpuMissesByCore()).containsExactly(0, 0, 1);
        assertThat(pairs.aicoreMisses()).isEqualTo(2);
        assertThat(pairs.duplicateKeys()).isEqualTo(1);
        assertThat(pairs.firstDuplicateRow()).isZero();
    }

    @Test
    void functionsComeFromTheSlotOfTheCoresType() {
        AicoreRows aicore = new AicoreRows();
        aicore.add(0, 5, 1, 10, 20, 0); // core 0 is AIC
        aicore.add(1, 5, 1, 10, 20, 0);
        aicore.add(1, 6, 2, 30, 40, 0);
        aicore.add(0, 7, 2, 30, 40, 0);
        aicore.add(0, 8, 3, 50, 60, 0);
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        builder.addTask(5, false, false, 1);
        builder.kernelsOfLastTask(11, 12, 13);
        builder.addTask(6, false, false, 1);
        builder.kernelsOfLastTask(-1, -1, 14);
        builder.addTask(7, false, false, 1);
        builder.kernelsOfLastTask(-1, 15, -1);
        DependencyGraph graph = builder.build();
        KernelRuns runs =
                model(table(1, aicore, new AicpuRows()), Optional.of(graph)).runs();
        List<Integer> functions = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            functions.add(runs.kernel(run));
        }
        assertThat(functions).containsExactly(11, 12, 14, 15, -1);
    }

    /** The counter file of a recorded MIX run says which kernel each core really ran. */
    @Test
    void bothVectorCoresOfAClusterGetTheirOwnKernel() throws IOException {
        Path recorded = TestCaptures.root().resolve("2026-08-a2a3/mixed_example");
        for (String run : List.of("TestMixedExample_case1", "TestMixedExample_case2")) {
            Capture capture = StoredCapture.open(recorded.resolve(run));
            PmuTable pmu = capture.pmu().orElseThrow();
            Map<List<Long>, Integer> ran = new HashMap<>();
            for (int row = 0; row < pmu.size(); row++) {
                ran.put(List.of(pmu.taskId(row), (long) pmu.core(row)), pmu.functionId(row));
            }
            KernelRuns runs = model(capture.swimlane().orElseThrow(), capture.dependencies())
                    .runs();
            assertThat(runs.size()).isEqualTo(pmu.size());
            for (int at = 0; at < runs.size(); at++) {
                assertThat(runs.kernel(at)).isEqualTo(ran.get(List.of(runs.taskId(at), (long) runs.core(at))));
            }
            assertThat(ran.values()).contains(0, 1, 2, 3, 4);
        }
    }

    private static SwimlaneTable randomTable(Random random) {
        AicoreRows aicore = new AicoreRows();
        AicpuRows aicpu = new AicpuRows();
        int rows = random.nextInt(200);
        for (int row = 0; row < rows; row++) {
            long task = random.nextInt(6) == 0 ? random.nextLong() : random.nextInt(30);
            aicore.add(random.nextInt(4), task, random.nextInt(80), row, row + 5, 0);
            aicpu.add(random.nextInt(4), random.nextInt(80), row, row + 7);
        }
        aicpu.add(0, 0, 1, 2);
        return table(2, aicore, aicpu);
    }

    /** As a run writes them: core by core, ids rise; now and then one is lost or comes twice. */
    private static SwimlaneTable tableInOrder(Random random) {
        AicoreRows aicore = new AicoreRows();
        AicpuRows aicpu = new AicpuRows();
        boolean isWhole = random.nextBoolean();
        for (int core = 0; core < 4; core++) {
            int token = Integer.MAX_VALUE - 20; // ids are unsigned
            for (int run = random.nextInt(60); run > 0; run--) {
                token += isWhole ? 1 + random.nextInt(2) : random.nextInt(3);
                if (isWhole || random.nextInt(10) > 0) {
                    aicore.add(core, random.nextInt(200), token, run, run + 5, 0);
                }
                if (isWhole || random.nextInt(10) > 0) {
                    aicpu.add(core, token, run, run + 7);
                }
            }
        }
        return table(2, aicore, aicpu);
    }

    static SwimlaneTable table(int level, AicoreRows aicore, AicpuRows aicpu) {
        return new SwimlaneTable(
                SwimlaneEra.G,
                level,
                false,
                new SwimlaneMetadata(
                        50_000_000,
                        2,
                        List.of(CoreType.AIC, CoreType.AIV),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        ""),
                aicore,
                aicpu,
                new SchedulerPhases(),
                new SubmitPhases(),
                new SubmitPhases(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
