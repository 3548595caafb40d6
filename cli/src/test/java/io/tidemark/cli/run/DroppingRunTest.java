package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.OnFull;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.cli.ChildRun;
import io.tidemark.cli.Command;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs through pools with one spare buffer, where the host cannot keep up. */
@Timeout(120)
class DroppingRunTest {
    private static final int TASKS = 200_000;
    private static final SwimlanePools TINY = SwimlanePools.tiny(4, 80, 2);

    @TempDir
    Path directory;

    @Test
    void whatADroppingRunLosesIsCountedAndToldToTheShell() throws IOException {
        RunOutcome outcome = run(OnFull.DROP);
        assertThat(outcome.isGood()).isTrue();
        assertThat(outcome.recorded().verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
        assertThat(outcome.recorded().verdict().gaps()).isNotEmpty();
        assertThat(missing(outcome)).isPositive();
        assertThat(outcome.recorded().ledgers()).allMatch(ChannelLedger::balances);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
    }

    @Test
    void aBlockingRunThroughTheSamePoolsLosesNothingAndSaysWhereItStood() throws IOException {
        RunOutcome outcome = run(OnFull.BLOCK);
        assertThat(outcome.recorded().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
        assertThat(missing(outcome)).isZero();
        assertThat(outcome.recorded().freezes())
                .as("stretches of standing still")
                .isNotEmpty();
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
    }

    /** As a person does it: flags in, exit code and certificate out. */
    @Test
    void tinyPoolsOfTheCommandLineDropAndExitWithThreeOrBlockAndExitWithZero() throws Exception {
        Path dropped = directory.resolve("dropped");
        ChildRun drop = child(dropped, TASKS, "--on-full=drop");
        assertThat(drop.exitCode()).as(drop.output()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(drop.output()).contains("GAPS");
        assertThat(Files.readString(dropped.resolve("certificate.json")))
                .contains("\"GAPS\"")
                .containsPattern("\"no_buffer\": [1-9]");
        Path blocked = directory.resolve("blocked");
        ChildRun block = child(blocked, TASKS / 10, "--on-full=block");
        assertThat(block.exitCode()).as(block.output()).isEqualTo(ExitCode.OK);
        assertThat(block.output()).contains("COMPLETE");
        Certificate certificate = CertificateReader.read(blocked.resolve("certificate.json"), new Findings())
                .orElseThrow();
        assertThat(certificate.freezes()).isNotEmpty();
        assertThat(certificate.channels()).allMatch(ledger -> ledger.missing() == 0);
    }

    private ChildRun child(Path capture, int tasks, String onFull) throws Exception {
        return ChildRun.of(
                directory.resolve("log"),
                "run",
                "noop:independent",
                "--tasks=" + tasks,
                "--chip-swimlane",
                "--swimlane-pools=2,4,2",
                onFull,
                "--capture=" + capture);
    }

    @Test
    void poolsThatCannotWorkAreRefusedBeforeAnythingIsMade() {
        for (String pools : List.of("1,4", "2,3", "2,4,3", "2", "2,4,2,1", "two,4", "2,-4")) {
            Path place = directory.resolve("never");
            Command run = Command.run(
                    "run", "vector", "--chip-swimlane", "--swimlane-pools=" + pools, "--capture", place.toString());
            assertThat(run.exitCode()).as(pools).isEqualTo(ExitCode.USAGE);
            assertThat(run.errorLines()).singleElement().asString().contains(pools);
            assertThat(place).doesNotExist();
        }
    }

    private static long missing(RunOutcome outcome) {
        return outcome.recorded().ledgers().stream()
                .mapToLong(ChannelLedger::missing)
                .sum();
    }

    private RunOutcome run(OnFull onFull) throws IOException {
        Path place = Files.createDirectory(directory.resolve("capture"));
        WorkloadCase noop = WorkloadCatalog.load()
                .find("noop:independent")
                .build(List.of("tasks=" + TASKS, "shape=independent"), 1);
        RuntimeConfig config = RuntimeConfig.builder()
                .memoryBytes(noop.memoryBytes())
                .clusters(2)
                .build();
        RecordingPlan plan = RecordingPlan.into(place)
                .title(noop.title())
                .call(CallConfig.builder().chipSwimlaneLevel(4).build())
                .onFull(onFull)
                .pools(TINY)
                .config(config)
                .build();
        try (CaseRunner runner = new CaseRunner(noop, plan, Recorder.open(plan), 1, true)) {
            List<RunOutcome.Round> done = runner.run(1);
            return new RunOutcome(
                    noop.title(),
                    "a2a3sim",
                    io.tidemark.runtime.RuntimeKind.TMR,
                    2,
                    plan.chip().shape().coreCount(),
                    plan.aicpuThreads(),
                    1,
                    done,
                    1,
                    runner.recorded(),
                    Optional.empty(),
                    place);
        }
    }
}
