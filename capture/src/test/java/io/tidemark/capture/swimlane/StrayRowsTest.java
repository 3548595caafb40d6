package io.tidemark.capture.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.finding.Finding.Severity;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.TickRange;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stamps that no run can hold are a finding; clocks that differ are not. */
class StrayRowsTest {
    private static final long HOUR = 3600L * 50_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    private Path file(String aicore, String aicpu, String phases) throws IOException {
        return TestCaptures.file(directory, "chip_swimlane_records.json", """
                {"chip_swimlane_level": 2, "metadata": {"clock_freq_hz": 50000000, "num_cores": 3,
                 "core_types": ["aic", "aiv", "aiv"]}, "aicore_tasks": [%s], "aicpu_tasks": [%s],
                 "aicpu_scheduler_phases": [[%s]]}
                """.formatted(aicore, aicpu, phases));
    }

    private SwimlaneTable read(String aicore, String aicpu, String phases) throws IOException {
        return SwimlaneReader.read(file(aicore, aicpu, phases), findings).orElseThrow();
    }

    /** They are in no time of any report, so that a makespan would shrink without a word. */
    @Test
    void rowsWithoutAStartOrAnEndAreALoss() throws IOException {
        SwimlaneTable table = read("[0,1,1,1000,1100,0],[0,2,2,0,1200,0],[1,3,1,1300,0,0]", "[0,1,900,1150]", "");
        assertThat(table.aicore().size()).isEqualTo(3);
        assertThat(findings.count(Severity.LOSS)).isEqualTo(1);
        assertThat(findings.kept().getFirst().toString())
                .contains("2 of 3 AICore rows have no start, or no end after it")
                .contains("the first on core 0 from 0 to 1200");
    }

    @Test
    void submitsWithoutAStartOrAnEndAreALoss() throws IOException {
        Path file = TestCaptures.file(directory, "chip_swimlane_records.json", """
                        {"chip_swimlane_level": 4, "metadata": {"clock_freq_hz": 50000000,
                         "num_cores": 1, "core_types": ["aic"]},
                         "aicore_tasks": [[0,1,1,1000,1100,0]], "aicpu_tasks": [[0,1,900,1150]],
                         "aicpu_orchestrator_phases": [[
                          {"submit_idx":0,"task_id":1,"start_cycles":0,"end_cycles":800},
                          {"submit_idx":1,"task_id":2,"start_cycles":810,"end_cycles":820},
                          {"submit_idx":2,"task_id":3,"start_cycles":840,"end_cycles":830}]]}
                        """);
        assertThat(SwimlaneReader.read(file, findings)).isPresent();
        assertThat(findings.kept())
                .filteredOn(finding -> finding.severity() == Severity.LOSS)
                .singleElement()
                .asString()
                .contains("2 of 3 submits have no start, or no end after it; the first from 0 to 800");
    }

    @Test
    void aStampThatNoCounterReachesIsSetAsideInEveryTable() throws IOException {
        SwimlaneTable table = read(
                "[0,1,1,1000,1100,0],[0,2,2,1200,%d,0],[1,3,1,%d,%d,0]".formatted(NEVER, NEVER, NEVER),
                "[0,1,900,1150],[0,2,1160,%d]".formatted(NEVER),
                "{\"kind\":\"complete\",\"start_cycles\":950,\"end_cycles\":%d},".formatted(NEVER)
                        + "{\"kind\":\"idle\",\"start_cycles\":990,\"end_cycles\":995,\"loop_iter\":7}");
        assertThat(table.aicore().size()).isEqualTo(1);
        assertThat(table.aicpu().size()).isEqualTo(1);
        assertThat(table.schedulerPhases().size()).isEqualTo(1);
        assertThat(table.schedulerPhases().loopIteration(0)).isEqualTo(7);
        assertThat(TickRange.of(table)).isEqualTo(new TickRange(900, 1150));
        assertThat(findings.count(Severity.LOSS)).isEqualTo(3);
        assertThat(findings.kept().getFirst().toString())
                .contains("2 of 3 AICore rows set aside")
                .contains("the first on core 0 from 1200 to " + NEVER);
    }

    @Test
    void oneRowFarFromAllOthersIsSetAsideWhetherLateOrEarly() throws IOException {
        long base = 40 * HOUR;
        SwimlaneTable table = read(
                "[0,1,1,%d,%d,0],[1,2,1,%d,%d,0],[2,3,1,5,9,0],[1,4,2,%d,%d,0]"
                        .formatted(base, base + 10, base + 20, base + 30, base + 40, base + 9 * HOUR),
                "",
                "");
        assertThat(table.aicore().size()).isEqualTo(2);
        assertThat(TickRange.of(table)).isEqualTo(new TickRange(base, base + 30));
        assertThat(findings.count(Severity.LOSS)).isEqualTo(1);
    }

    @Test
    void clocksThatDifferAndARunThatStoodStillKeepAllRows() throws IOException {
        SwimlaneTable skewed = read(
                "[0,1,1,1000,1100,0],[0,2,2,1200,1300,0],[1,3,1,%d,%d,0],[1,4,2,%d,%d,0]"
                        .formatted(HOUR, HOUR + 10, HOUR + 20, HOUR + 30),
                "[0,1,%d,%d],[1,1,%d,%d]".formatted(7 * HOUR, 7 * HOUR + 9, 7 * HOUR + 2, 7 * HOUR + 8),
                "");
        assertThat(skewed.aicore().size()).isEqualTo(4);
        assertThat(skewed.aicpu().size()).isEqualTo(2);
        SwimlaneTable paused = read(
                "[0,1,1,1000,1100,0],[0,2,2,1200,%d,0],[1,3,1,1150,1180,0]".formatted(HOUR),
                "[0,1,990,1101],[0,2,1190,%d],[1,1,1140,1190]".formatted(HOUR + 5),
                "");
        assertThat(paused.aicore().size()).isEqualTo(3);
        assertThat(paused.aicpu().size()).isEqualTo(3);
        assertThat(findings.count(Severity.LOSS)).isZero();
    }

    @Test
    void aRunThatSaysHowLongItTookBoundsItsRows() throws IOException {
        String rows = "[0,1,1,1000,1100,0],[0,2,2,1200,1300,0],[1,3,1,%d,%d,0],[2,4,1,%d,%d,0]"
                .formatted(HOUR / 60, HOUR / 60 + 9, HOUR / 60 + 3, HOUR / 60 + 12);
        file(rows, "", "");
        StoredCapture foreign = StoredCapture.open(directory);
        assertThat(foreign.swimlane().orElseThrow().aicore().size()).isEqualTo(4);
        TestCaptures.file(directory, "run.json", "{\"status\": \"ok\", \"makespans_us\": [2000.5, 40000]}");
        StoredCapture own = StoredCapture.open(directory);
        assertThat(own.swimlane().orElseThrow().aicore().size()).isEqualTo(2);
        assertThat(own.verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
        TestCaptures.file(directory, "run.json", "{\"status\": \"failed\", \"makespans_us\": [40000]}");
        assertThat(StoredCapture.open(directory)
                        .swimlane()
                        .orElseThrow()
                        .aicore()
                        .size())
                .isEqualTo(4);
    }
}
