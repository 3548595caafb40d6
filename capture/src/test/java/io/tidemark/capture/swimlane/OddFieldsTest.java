package io.tidemark.capture.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.TestCaptures;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A field that is missing, null or odd costs what it says, not the record around it. */
class OddFieldsTest {
    private static final String TIMES = "\"start_cycles\": 100, \"end_cycles\": 110";

    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    private SwimlaneTable read(String rows, String phase) throws IOException {
        String text = """
                {"chip_swimlane_level": 3, "metadata": {"clock_freq_hz": 50000000, "num_cores": null,
                 "core_types": ["aic"], "core_to_thread": null}, "aicore_tasks": [%s],
                 "aicpu_tasks": null, "aicpu_scheduler_phases": [[{%s}]]}
                """.formatted(rows, phase);
        Path file = TestCaptures.file(directory, "chip_swimlane_records.json", text);
        return SwimlaneReader.read(file, findings).orElseThrow();
    }

    private SchedulerPhases phase(String fields) throws IOException {
        SchedulerPhases phases = read("", fields).schedulerPhases();
        assertThat(phases.size()).as(findings.kept().toString()).isEqualTo(1);
        assertThat(findings.count(Finding.Severity.LOSS)).isZero();
        return phases;
    }

    @Test
    void aFieldThatIsNullIsAMissingOne() throws IOException {
        SchedulerPhases phases = phase("\"kind\": \"complete\", "
                + TIMES
                + ", \"loop_iter\": null, \"tasks_processed\": null, \"task_id\": null,"
                + " \"pop_hit\": null, \"shared_at_start\": null");
        assertThat(phases.kind(0)).isEqualTo(SchedPhaseKind.COMPLETE);
        assertThat(phases.hasCount(0)).isFalse();
        assertThat(phases.hasTask(0)).isFalse();
        assertThat(phases.hasPops(0)).isFalse();
        assertThat(phases.hasDepths(0)).isFalse();
    }

    /** Tables by thread are as long as the largest number. */
    @Test
    void aThreadThatNoChipHasIsDamage() throws IOException {
        String text = """
                {"chip_swimlane_level": 1, "metadata": {"clock_freq_hz": 50000000, "num_cores": 2,
                 "core_types": ["aic", "aiv"], "core_to_thread": [2147483647, 0]}, "aicore_tasks": []}
                """;
        Path file = TestCaptures.file(directory, "chip_swimlane_records.json", text);
        assertThat(SwimlaneReader.read(file, findings).orElseThrow().metadata().coreToThread())
                .containsExactly(-1, 0);
        assertThat(findings.kept().toString()).contains("number out of range: 2147483647");
    }

    @Test
    void eitherPopCounterIsKeptAlone() throws IOException {
        SchedulerPhases phases = phase("\"kind\": \"dispatch\", " + TIMES + ", \"pop_miss\": 4");
        assertThat(phases.popHits(0)).isZero();
        assertThat(phases.popMisses(0)).isEqualTo(4);
    }

    @Test
    void oneListOfQueueDepthsIsNoMeasurement() throws IOException {
        String start = "\"kind\": \"dispatch\", " + TIMES + ", \"shared_at_start\": [1,2,3]";
        assertThat(phase(start).hasDepths(0)).isFalse();
        assertThat(phase(start + ", \"shared_at_end\": [1,2]").hasDepths(0)).isFalse();
        assertThat(phase(start + ", \"shared_at_end\": \"none\"").hasDepths(0)).isFalse();
        assertThat(phase(start + ", \"shared_at_end\": [1,0,0]").hasDepths(0)).isTrue();
    }

    @Test
    void anIdThatIsNoNumberCostsThePhaseItsTaskOnly() throws IOException {
        SchedulerPhases phases = phase("\"kind\": \"dummy_task\", " + TIMES + ", \"task_id\": \"x\"");
        assertThat(phases.hasTask(0)).isFalse();
        assertThat(phases.startTick(0)).isEqualTo(100);
        assertThat(findings.kept())
                .extracting(Finding::toString)
                .anyMatch(line -> line.contains("that are no number were ignored"));
    }

    @Test
    void aTimeThatIsNoNumberStillCostsThePhase() throws IOException {
        String odd = "\"kind\": \"dispatch\", \"start_cycles\": \"soon\", \"end_cycles\": 110";
        assertThat(read("", odd + ", \"task_id\": \"x\"").schedulerPhases().size())
                .isZero();
        assertThat(findings.count(Finding.Severity.LOSS)).isEqualTo(1);
    }

    @Test
    void aReceiveTimeThatCannotBeDoesNotCostTheRun() throws IOException {
        SwimlaneTable table = read("[0, 7, 1, 50, 80, 4294967290], [0, 8, 2, 90, 95, 91]", "\"kind\": \"x\"");
        assertThat(table.aicore().size()).isEqualTo(2);
        assertThat(table.aicore().receiveTick(0)).isEqualTo(50);
        assertThat(table.aicore().receiveTick(1)).isEqualTo(90);
        assertThat(findings.kept())
                .extracting(Finding::toString)
                .filteredOn(line -> line.contains("the receive time was ignored"))
                .hasSize(2);
    }
}
