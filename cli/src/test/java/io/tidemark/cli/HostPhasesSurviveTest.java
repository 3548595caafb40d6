package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhaseReader;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.LaneCounters;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host that builds a graph did is told by every ending, kill -9 among them. */
@Timeout(180)
class HostPhasesSurviveTest {
    private static final int TASKS = 200; // of the chain that hangs, all submitted before it does
    private static final int AT = 20;

    @TempDir
    Path directory;

    private Path capture() {
        return directory.resolve("capture-0"); // as WitnessedRun names it
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void aDeviceInItsOwnProcessTellsThemToo(String platform) throws IOException {
        Command run = Command.run(
                "run",
                "vector",
                "--isolate",
                "--runtime=hbg",
                "--platform=" + platform,
                "--chip-swimlane",
                "--capture=" + capture());
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("COMPLETE");
        assertThat(phases()).isEqualTo(Map.of("host_orch", 1, "graph_upload", 1, "submit_task", 5));
        assertThat(pass().pid()).isNotEqualTo(ProcessHandle.current().pid());
        assertThat(Files.readString(capture().resolve("certificate.json"))).contains("\"host_phase\"");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKillAfterTheOrchestrationLosesNoneOfThem(boolean isolated) throws Exception {
        WitnessedRun run = start("hang:kernel", isolated);
        run.awaitBoard(KilledRunDiagnosisTest::standsInAKernel);
        run.process().destroyForcibly().waitFor(); // SIGKILL
        recover();
        assertThat(phases()).isEqualTo(Map.of("host_orch", 1, "graph_upload", 1, "submit_task", TASKS));
    }

    /** The orchestration itself has no end, so it is no phase; what it submitted is. */
    @Test
    void aKillInTheMiddleOfTheOrchestrationKeepsWhatHadEnded() throws Exception {
        WitnessedRun run = start("hang:orchestrator", false);
        run.awaitRegion(region -> submits(region) >= AT);
        run.process().destroyForcibly().waitFor();
        recover();
        assertThat(phases()).isEqualTo(Map.of("submit_task", AT));
    }

    /** Committed by the orchestrator so far. */
    private static long submits(DeviceRegion region) {
        StreamPlace submits = region.stream(SwimlaneChannel.CHANNEL, SwimlaneStream.AICPU_ORCH_PHASE.code())
                .orElseThrow();
        return LaneCounters.read(region.memory(), submits, 0).committed();
    }

    private WitnessedRun start(String name, boolean isolated) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(name, "--at=" + AT, "--runtime=hbg"));
        arguments.add("--scheduler-timeout-ms=40000");
        if (isolated) {
            arguments.add("--isolate");
        }
        return WitnessedRun.start(name, directory, 0, arguments.toArray(String[]::new));
    }

    private void recover() {
        Command recover = Command.run("recover", capture().toString());
        assertThat(recover.exitCode()).as(recover.err()).isIn(ExitCode.OK, ExitCode.INCOMPLETE);
        assertThat(recover.out()).doesNotContain("UNTRUSTED");
        assertThat(Command.run("verify", capture().toString()).exitCode()).isEqualTo(recover.exitCode());
    }

    private HostPhasePass pass() {
        Findings findings = new Findings();
        List<HostPhasePass> passes = HostPhaseReader.read(capture().resolve("host_phase_records.jsonl"), findings);
        assertThat(findings.kept()).isEmpty();
        assertThat(passes).hasSize(1);
        return passes.getFirst();
    }

    private Map<String, Integer> phases() {
        Map<String, Integer> counts = new TreeMap<>();
        pass().phases().forEach(phase -> counts.merge(phase.phase(), 1, Integer::sum));
        return counts;
    }
}
