package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhaseReader;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs of graphs that the host builds: what they record and what they say. */
@Timeout(120)
class HostGraphRunTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "vector, a2a3sim, 2, 5, 0",
        "vector, a5sim, 5, 5, 0",
        "paged-attention:varseq4, a2a3sim, 4, 64, 4",
        "bgemm:bgemm64, a5sim, 3, 64, 0"
    })
    void everyChannelIsCompleteAndEveryToolReadsIt(
            String name, String platform, int threads, int tasks, int allocations) throws IOException {
        Path capture = directory.resolve("capture");
        Command run = Command.run(
                "run",
                name,
                "--runtime=hbg",
                "--platform=" + platform,
                "--aicpu-threads=" + threads,
                "--chip-swimlane",
                "--dep-gen",
                "--dump-args",
                "--pmu",
                "--scope-stats",
                "--capture=" + capture);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("COMPLETE").contains("graph built on the host");
        assertThat(run.err()).contains("note: --scope-stats is ignored");
        assertThat(capture.resolve("scope_stats")).doesNotExist();
        assertThat(Files.readString(capture.resolve("run.json"))).contains("\"runtime\":\"host_build_graph\"");
        Certificate certificate = CertificateReader.read(capture.resolve("certificate.json"), new Findings())
                .orElseThrow();
        assertThat(certificate.origin().runtime()).isEqualTo("host_build_graph");
        checkSwimlane(capture, tasks, allocations);
        checkHostPhases(capture, tasks, allocations);
        assertThat(Command.run("overhead", "--json", capture.toString()).out())
                .as("the resolver's share is not counted again")
                .containsPattern("\"finishes\": *" + tasks + "\\b");
        for (String tool : List.of("verify", "convert", "overhead", "critical-path", "deps", "dump")) {
            Command read = Command.run(tool, capture.toString());
            assertThat(read.exitCode())
                    .as(tool + ": " + read.out() + read.err())
                    .isZero();
        }
    }

    private static void checkSwimlane(Path capture, int tasks, int allocations) {
        Findings findings = new Findings();
        SwimlaneTable table = SwimlaneReader.read(capture.resolve("chip_swimlane_records.json"), findings)
                .orElseThrow();
        assertThat(findings.kept()).isEmpty();
        assertThat(table.isHostOrchestrated()).isTrue();
        assertThat(table.aicore().size()).isEqualTo(tasks);
        assertThat(table.orchestratorSubmits().size()).isZero();
        assertThat(table.hostSubmits().size()).isEqualTo(tasks + allocations);
        assertThat(table.metadata().hostCapture().orElseThrow().status()).isEqualTo("complete");
        assertThat(table.metadata().clockAnchors()).isPresent();
        Timeline axis = Timeline.of(table, true);
        double lastSubmit = 0;
        for (int row = 0; row < table.hostSubmits().size(); row++) {
            lastSubmit =
                    Math.max(lastSubmit, axis.hostMicros(table.hostSubmits().end(row)));
        }
        for (int row = 0; row < table.aicore().size(); row++) {
            assertThat(axis.micros(table.aicore().startTick(row)))
                    .as("on one axis, no task starts before the graph is there")
                    .isGreaterThan(lastSubmit);
        }
    }

    private static void checkHostPhases(Path capture, int tasks, int allocations) {
        Findings findings = new Findings();
        List<HostPhasePass> passes = HostPhaseReader.read(capture.resolve("host_phase_records.jsonl"), findings);
        assertThat(findings.kept()).isEmpty();
        assertThat(passes).hasSize(1);
        Map<String, Long> counts = passes.getFirst().phases().stream()
                .collect(Collectors.groupingBy(HostPhasePass.Phase::phase, Collectors.counting()));
        assertThat(counts.get("submit_task")).isEqualTo(tasks);
        assertThat(counts.getOrDefault("alloc_tensors", 0L)).isEqualTo(allocations);
        assertThat(counts).containsEntry("host_orch", 1L).containsEntry("graph_upload", 1L);
        assertThat(passes.getFirst().phases())
                .isSortedAccordingTo(java.util.Comparator.comparingLong(HostPhasePass.Phase::startNanos));
    }

    /** Each task of a recorded layer is timed when it is recorded, and each replay as a whole. */
    @Test
    void recordingAndReplayingOfGraphsAreTimedOperationsOfTheHost() {
        Path capture = directory.resolve("replay");
        Command run = Command.run(
                "run",
                "decoder:small",
                "--set=replay=on",
                "--set=layers=5",
                "--runtime=hbg",
                "--chip-swimlane",
                "--capture=" + capture);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        List<HostPhasePass.Phase> phases = HostPhaseReader.read(
                        capture.resolve("host_phase_records.jsonl"), new Findings())
                .getFirst()
                .phases();
        HostPhasePass.Phase definition = only(phases, "build_definition").getFirst();
        List<HostPhasePass.Phase> nodes = only(phases, "record_node");
        assertThat(only(phases, "build_definition")).hasSize(1);
        assertThat(nodes).hasSize((int) definition.detail());
        assertThat(nodes).allMatch(node -> isWithin(node, definition));
        List<HostPhasePass.Phase> replays = only(phases, "graph_submit");
        assertThat(replays).hasSize(5);
        assertThat(isWithin(definition, replays.getFirst())).isTrue();
        for (HostPhasePass.Phase replay : replays) {
            assertThat(only(phases, "submit_task"))
                    .as("its last task is one of those submitted in it")
                    .anyMatch(task -> task.detail() == replay.detail() && isWithin(task, replay));
        }
    }

    private static boolean isWithin(HostPhasePass.Phase inner, HostPhasePass.Phase outer) {
        return inner.startNanos() >= outer.startNanos() && inner.endNanos() <= outer.endNanos();
    }

    private static List<HostPhasePass.Phase> only(List<HostPhasePass.Phase> phases, String name) {
        return phases.stream().filter(phase -> phase.phase().equals(name)).toList();
    }

    @Test
    void aKernelThatHangsIsExplainedByTheDoctor() {
        Command run = Command.run(
                "run",
                "hang:kernel",
                "--at=20",
                "--runtime=hbg",
                "--scheduler-timeout-ms=1500",
                "--chip-swimlane",
                "--capture=" + directory.resolve("hang"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("SCHEDULER_TIMEOUT (100)")
                .contains("doctor    Task t20 of kernel stuck on core")
                .contains("listed tasks wait for it");
        assertThat(directory.resolve("hang/hang.txt")).exists();
    }

    @Test
    void anOrchestrationThatHangsIsNotCalledDone() {
        Command run = Command.run(
                "run",
                "hang:orchestrator",
                "--at=20",
                "--runtime=hbg",
                "--scheduler-timeout-ms=1500",
                "--capture=" + directory.resolve("hang"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("none of its 20 tasks starts before it does")
                .doesNotContain("tasks are complete, but");
    }

    @ParameterizedTest
    @CsvSource({
        "--clusters=25, --clusters 25 is not in 1..24 for a2a3sim",
        "--clusters=0, --clusters 0 is not in 1..24 for a2a3sim",
        "--aicpu-threads=5, --aicpu-threads 5 is not in 2..4 for a2a3sim",
        "--aicpu-threads=1, --aicpu-threads 1 is not in 2..4 for a2a3sim",
        "--runtime=both, --runtime both is not known; there are tmr and hbg",
        "--platform=a9, --platform a9 is not known; there are a2a3sim, a5sim, cuda and cuda-emu"
    })
    void whatTheChipDoesNotHaveIsAUsageErrorThatNamesTheRange(String flag, String sentence) {
        Command run = Command.run("run", "vector", flag, "--capture=" + directory.resolve("never"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
        assertThat(directory.resolve("never")).doesNotExist();
    }

    @Test
    void wholeChipsRun() {
        for (String chip : List.of("--platform=a2a3sim --clusters=24", "--platform=a5sim --clusters=36")) {
            for (String runtime : List.of("tmr", "hbg")) {
                String[] flags = chip.split(" ");
                Command run = Command.run(
                        "run",
                        "noop",
                        "--tasks=3000",
                        "--runtime=" + runtime,
                        flags[0],
                        flags[1],
                        "--capture=" + directory.resolve(runtime + flags[1]));
                assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            }
        }
    }
}
