package io.tidemark.capture.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskJoinTest {
    @Test
    void theJoinEqualsASlowObviousOne() {
        Seeds.each(
                200,
                seed -> {
                    SwimlaneTable table = randomTable(Seeds.random(seed));
                    assertThat(rows(JoinedTasks.join(table, JoinMode.COMPAT)))
                            .isEqualTo(slowCompat(table));
                    JoinedTasks every = JoinedTasks.join(table, JoinMode.EVERY_CORE_ROW);
                    assertThat(every.size()).isEqualTo(table.aicore().size());
                    long stamped = rows(every).stream().filter(row -> row.get(1) >= 0).count();
                    assertThat(table.aicpu().size() - every.unmatched().aicpuRows())
                            .isGreaterThanOrEqualTo((int) stamped);
                });
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
        SwimlaneTable table = table(2, aicore, aicpu);
        JoinedTasks compat = JoinedTasks.join(table, JoinMode.COMPAT);
        assertThat(compat.size()).isEqualTo(1);
        assertThat(compat.taskId(0)).isEqualTo(6); // the later duplicate wins
        assertThat(compat.unmatched().aicpuRows()).isEqualTo(1);
        assertThat(compat.unmatched().aicpuRowsByCore()).containsExactly(0, 0, 1);
        assertThat(compat.unmatched().aicoreRows()).isEqualTo(2);
        assertThat(compat.unmatched().duplicateKeys()).isEqualTo(1);
        assertThat(compat.unmatched().firstDuplicateRow()).isZero();
    }

    @Test
    void withoutSchedulerRowsOnlyLevelOneHasTasksInCompatMode() {
        AicoreRows aicore = new AicoreRows();
        aicore.add(0, 5, 1, 10, 20, 0);
        SwimlaneTable one = table(1, aicore, new AicpuRows());
        SwimlaneTable two = table(2, aicore, new AicpuRows());
        assertThat(JoinedTasks.join(one, JoinMode.COMPAT).size()).isEqualTo(1);
        assertThat(JoinedTasks.join(two, JoinMode.COMPAT).size()).isZero();
        assertThat(JoinedTasks.join(two, JoinMode.EVERY_CORE_ROW).size()).isEqualTo(1);
        assertThat(JoinedTasks.join(two, JoinMode.EVERY_CORE_ROW).hasDispatch(0)).isFalse();
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
        JoinedTasks tasks =
                JoinedTasks.join(table(1, aicore, new AicpuRows()), JoinMode.EVERY_CORE_ROW);
        tasks.resolveFunctions(graph);
        List<Integer> functions = new ArrayList<>();
        for (int task = 0; task < tasks.size(); task++) {
            functions.add(tasks.functionId(task));
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
            JoinedTasks tasks =
                    JoinedTasks.join(capture.swimlane().orElseThrow(), JoinMode.EVERY_CORE_ROW);
            tasks.resolveFunctions(capture.dependencies().orElseThrow());
            assertThat(tasks.size()).isEqualTo(pmu.size());
            for (int task = 0; task < tasks.size(); task++) {
                assertThat(tasks.functionId(task))
                        .isEqualTo(ran.get(List.of(tasks.taskId(task), (long) tasks.core(task))));
            }
            assertThat(ran.values()).contains(0, 1, 2, 3, 4);
        }
    }

    private static List<List<Integer>> rows(JoinedTasks tasks) {
        List<List<Integer>> rows = new ArrayList<>();
        for (int task = 0; task < tasks.size(); task++) {
            rows.add(List.of(tasks.aicoreRow(task), tasks.aicpuRow(task)));
        }
        return rows;
    }

    private static List<List<Integer>> slowCompat(SwimlaneTable table) {
        Map<List<Integer>, Integer> coreRow = new HashMap<>();
        for (int row = 0; row < table.aicore().size(); row++) {
            coreRow.put(List.of(table.aicore().core(row), table.aicore().registerTaskId(row)), row);
        }
        List<List<Integer>> rows = new ArrayList<>();
        for (int row = 0; row < table.aicpu().size(); row++) {
            Integer match =
                    coreRow.get(
                            List.of(table.aicpu().core(row), table.aicpu().registerTaskId(row)));
            if (match != null) {
                rows.add(List.of(match, row));
            }
        }
        Comparator<List<Integer>> byTask =
                (a, b) ->
                        Long.compareUnsigned(
                                table.aicore().taskId(a.get(0)), table.aicore().taskId(b.get(0)));
        rows.sort(byTask);
        return rows;
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
