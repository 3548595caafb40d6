package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs with the swimlane on: what the exported file must hold at each level. */
@Timeout(120)
class SwimlaneRunTest {
    @TempDir
    Path directory;

    private int captures;

    @ParameterizedTest
    @CsvSource({
        "vector, a2a3sim, 5",
        "vector, a5sim, 5",
        "bgemm:bgemm64, a2a3sim, 64",
        "bgemm:bgemm64, a5sim, 64",
        "paged-attention:varseq4, a2a3sim, 64",
        "paged-attention:varseq4, a5sim, 64"
    })
    void everySubtaskHasItsRowsAtEveryLevel(String name, String platform, int tasks) throws IOException {
        for (int level = 1; level <= 4; level++) {
            SwimlaneTable table = record(name, platform, level);
            assertThat(table.level()).isEqualTo(level);
            assertThat(table.aicore().size()).as("one row per subtask").isEqualTo(tasks);
            assertThat(table.aicpu().size()).isEqualTo(level >= 2 ? tasks : 0);
            assertThat(table.schedulerPhases().size() > 0).isEqualTo(level >= 3);
            assertThat(table.orchestratorSubmits().size() > 0).isEqualTo(level >= 4);
            if (level >= 2) {
                assertTimesAreInOrder(table);
            }
            if (level >= 3) {
                assertPhasesTileWithoutOverlap(table.schedulerPhases(), tasks);
            }
        }
    }

    @Test
    void aRunKnowsNothingOfTheOnesBeforeIt() throws IOException {
        int[] levels = {4, 1, 4, 2, 3};
        for (int level : levels) {
            SwimlaneTable table = record("vector", "a2a3sim", level);
            assertThat(table.aicore().size()).isEqualTo(5);
            assertThat(table.aicpu().size()).isEqualTo(level >= 2 ? 5 : 0);
            assertThat(table.orchestratorSubmits().size()).isEqualTo(level >= 4 ? 5 : 0);
            Set<Integer> tokens = new HashSet<>();
            for (int row = 0; row < table.aicore().size(); row++) {
                tokens.add(table.aicore().registerTaskId(row));
            }
            assertThat(tokens).as("tokens start anew").allMatch(token -> token <= 5);
        }
        Path off = directory.resolve("off");
        assertThat(Command.run("run", "vector", "--capture", off.toString()).exitCode())
                .isZero();
        assertThat(off.resolve("chip_swimlane_records.json")).doesNotExist();
    }

    @Test
    void formerSpellingsMeanWhatTheyMeantAndSayWhatToWrite() throws IOException {
        Map<String, Integer> levels = Map.of(
                "--enable-profiling", 4,
                "--enable-profiling=true", 4,
                "--enable-profiling=2", 2,
                "--enable-l2-swimlane", 4,
                "--enable-chip-swimlane=3", 3);
        for (Map.Entry<String, Integer> spelling : levels.entrySet()) {
            Path place = nextPlace();
            Command run = Command.run("run", "vector", spelling.getKey(), "--capture", place.toString());
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.errorLines())
                    .singleElement()
                    .asString()
                    .contains("write --chip-swimlane=" + spelling.getValue());
            assertThat(read(place).level()).as(spelling.getKey()).isEqualTo(spelling.getValue());
        }
    }

    /** The router of this case has more than a hundred consumers, all submitted before it runs. */
    @ParameterizedTest
    @ValueSource(strings = {"--serial", "--runtime=hbg"})
    void aLongWalkOverConsumersIsAPhaseInsideAnother(String mode) {
        Path place = nextPlace();
        Command run = Command.run("run", "moe", mode, "--chip-swimlane=3", "--capture", place.toString());
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        SchedulerPhases phases = read(place).schedulerPhases();
        int most = 0;
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                if (phases.kindName(row).equals("resolve")) {
                    assertThat(isInside(phases, lane, row)).as("row %d", row).isTrue();
                    assertThat(phases.endTick(row) - phases.startTick(row))
                            .as("ticks of 20 ns")
                            .isGreaterThanOrEqualTo(50);
                    most = Math.max(most, phases.tasksProcessed(row));
                }
            }
        }
        assertThat(most).isGreaterThan(100);
    }

    private static boolean isInside(SchedulerPhases phases, int lane, int walk) {
        return IntStream.range(phases.laneBegin(lane), phases.laneEnd(lane))
                .filter(row -> Set.of("complete", "dummy").contains(phases.kindName(row)))
                .anyMatch(row -> phases.startTick(row) <= phases.startTick(walk)
                        && phases.endTick(row) >= phases.endTick(walk)
                        && phases.loopIteration(row) == phases.loopIteration(walk));
    }

    @Test
    void aHungRunStillExportsWhatWasCommitted() throws IOException {
        Path place = nextPlace();
        Command run = Command.run(
                "run",
                "misbehaving:kernel-hangs",
                "--scheduler-timeout-ms",
                "1000",
                "--chip-swimlane",
                "--capture",
                place.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("S1", "sleeper");
        SwimlaneTable table = read(place);
        assertThat(table.aicore().size()).as("its only task never ended").isZero();
        assertThat(table.orchestratorSubmits().size()).isEqualTo(1);
        assertThat(Files.readString(place.resolve("certificate.json")))
                .contains("\"kind\": \"hang\"", "\"hang_class\": \"S1\"", "\"torn\": 1");
    }

    private SwimlaneTable record(String name, String platform, int level) throws IOException {
        Path place = nextPlace();
        Command run = Command.run(
                "run", name, "--platform", platform, "--chip-swimlane=" + level, "--capture", place.toString());
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        return read(place);
    }

    private Path nextPlace() {
        return directory.resolve("capture-" + captures++);
    }

    private static SwimlaneTable read(Path place) {
        Findings findings = new Findings();
        SwimlaneTable table = SwimlaneReader.read(place.resolve("chip_swimlane_records.json"), findings)
                .orElseThrow();
        assertThat(findings.kept()).isEmpty();
        return table;
    }

    /** Joined on core and token: dispatch, receive, start, end, finish come in this order. */
    private static void assertTimesAreInOrder(SwimlaneTable table) {
        AicpuRows aicpu = table.aicpu();
        Map<Long, Integer> byKey = new HashMap<>();
        for (int row = 0; row < aicpu.size(); row++) {
            Integer twice = byKey.put(key(aicpu.core(row), aicpu.registerTaskId(row)), row);
            assertThat(twice).as("core and token are unique").isNull();
        }
        AicoreRows aicore = table.aicore();
        for (int row = 0; row < aicore.size(); row++) {
            Integer partner = byKey.remove(key(aicore.core(row), aicore.registerTaskId(row)));
            assertThat(partner).as("row %d has a partner", row).isNotNull();
            assertThat(aicpu.dispatchTick(partner)).isLessThanOrEqualTo(aicore.receiveTick(row));
            assertThat(aicore.receiveTick(row)).isLessThanOrEqualTo(aicore.startTick(row));
            assertThat(aicore.startTick(row)).isLessThanOrEqualTo(aicore.endTick(row));
            assertThat(aicore.endTick(row)).isLessThanOrEqualTo(aicpu.finishTick(partner));
        }
        assertThat(byKey).isEmpty();
    }

    private static void assertPhasesTileWithoutOverlap(SchedulerPhases phases, int tasks) {
        int completed = 0;
        int popped = 0;
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            long lastEnd = Long.MIN_VALUE;
            int lastTurn = 1; // also of a lane that never found work
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                if (phases.kind(row).placement() != SchedPhaseKind.Placement.OUTER) {
                    continue;
                }
                assertThat(phases.startTick(row)).isGreaterThanOrEqualTo(lastEnd);
                assertThat(phases.endTick(row)).isGreaterThanOrEqualTo(phases.startTick(row));
                lastEnd = phases.endTick(row);
                assertThat(phases.loopIteration(row)).isGreaterThanOrEqualTo(lastTurn);
                lastTurn = phases.loopIteration(row);
                completed += phases.kindName(row).equals("complete") ? phases.tasksProcessed(row) : 0;
                popped += phases.hasPops(row) ? phases.popHits(row) : 0;
            }
        }
        assertThat(completed).as("complete phases count every task").isEqualTo(tasks);
        assertThat(popped).as("every task was popped once").isEqualTo(tasks);
    }

    private static long key(int core, int token) {
        return (long) core << 32 | token;
    }
}
