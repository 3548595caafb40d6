package io.tidemark.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.text.Ranks;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTest {
    @TempDir
    private Path directory;

    /** Ticks of 1 us; task 2 waits for task 1 on the other core. */
    @Test
    void idleTimeIsBilledToWhatTheNextTaskWaitedFor() throws IOException {
        SummaryReport.Run run = run(
                4,
                "[0,1,1,100,150,0],[1,2,1,190,240,0],[0,3,2,160,170,0]",
                "[0,1,95,151],[1,1,180,241],[0,2,155,171]",
                "{\"submit_idx\":0,\"task_id\":1,\"start_cycles\":80,\"end_cycles\":90},"
                        + "{\"submit_idx\":1,\"task_id\":2,\"start_cycles\":110,\"end_cycles\":120},"
                        + "{\"submit_idx\":2,\"task_id\":3,\"start_cycles\":120,\"end_cycles\":152}",
                "{\"pred\":\"1\",\"succ\":\"2\",\"arg\":0,\"source\":\"creator\"}");
        assertThat(run.makespanNanos()).isEqualTo(140_000);
        CoreTime second = run.cores().get(1);
        // until 150 task 1 ran, until 180 it was the scheduler's, then the core was slow to start
        assertThat(second.nanos(CorePart.SUBMIT)).isZero();
        assertThat(second.nanos(CorePart.DEPENDENCY)).isEqualTo(50_000);
        assertThat(second.nanos(CorePart.SCHEDULER)).isEqualTo(30_000);
        assertThat(second.nanos(CorePart.CORE_START)).isEqualTo(10_000);
        assertThat(second.nanos(CorePart.COMPUTE)).isEqualTo(50_000);
        CoreTime first = run.cores().getFirst();
        assertThat(first.nanos(CorePart.COMPUTE)).isEqualTo(60_000);
        assertThat(first.nanos(CorePart.SUBMIT)).isEqualTo(2000);
        assertThat(first.nanos(CorePart.SCHEDULER)).isEqualTo(3000);
        assertThat(first.nanos(CorePart.CORE_START)).isEqualTo(5000);
        assertThat(first.nanos(CorePart.NO_WORK)).isEqualTo(70_000);
    }

    @Test
    void aDummyBetweenTwoTasksCarriesTheDependency() throws IOException {
        SummaryReport.Run run = run(
                2,
                "[0,1,1,100,150,0],[1,2,1,160,170,0]",
                "[0,1,95,151],[1,1,158,171]",
                "",
                "{\"pred\":\"1\",\"succ\":\"8\",\"arg\":-1,\"source\":\"explicit\"},"
                        + "{\"pred\":\"8\",\"succ\":\"2\",\"arg\":-1,\"source\":\"explicit\"}");
        assertThat(run.cores().get(1).nanos(CorePart.DEPENDENCY)).isEqualTo(50_000);
        assertThat(run.cores().get(1).nanos(CorePart.SCHEDULER)).isEqualTo(8000);
        assertThat(run.cores().get(1).nanos(CorePart.CORE_START)).isEqualTo(2000);
    }

    @Test
    void levelOneDoesNotPretendToKnow() throws IOException {
        SummaryReport.Run run = run(1, "[0,1,1,100,150,0],[0,2,2,170,200,0]", "", "", "");
        assertThat(run.cores().getFirst().nanos(CorePart.UNKNOWN)).isEqualTo(20_000);
        assertThat(run.cores().getFirst().nanos(CorePart.SCHEDULER)).isZero();
    }

    @Test
    void kernelPercentilesAreRanksOfRealRuns() {
        long[] sorted = new long[200];
        for (int at = 0; at < sorted.length; at++) {
            sorted[at] = at + 1;
        }
        assertThat(Ranks.of(sorted, 0.50)).isEqualTo(100);
        assertThat(Ranks.of(sorted, 0.99)).isEqualTo(198);
        assertThat(Ranks.of(new long[] {7}, 0.99)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void thePartsOfEveryCoreSumToTheMakespan(long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < 15; round++) {
            Path capture = RandomRun.write(random, directory.resolve("s" + seed + "r" + round));
            SummaryReport report = Summary.of(StoredCapture.open(capture), "x");
            SummaryReport.Run run = report.run().orElseThrow();
            assertThat(run.cores()).isNotEmpty();
            for (CoreTime core : run.cores()) {
                assertThat(core.totalNanos())
                        .as("seed %d round %d core %d", seed, round, core.core())
                        .isEqualTo(run.makespanNanos());
                for (CorePart part : CorePart.values()) {
                    assertThat(core.nanos(part)).isNotNegative();
                }
            }
        }
    }

    /** A ranking may be short, but it says that it is. */
    @Test
    void hintsBeyondTheFirstFiveAreCounted() {
        List<Hint> hints = IntStream.range(0, 7)
                .mapToObj(at -> new Hint(7 - at, "hint number " + at, "deps", HintPlace.NONE))
                .toList();
        SummaryReport report = new SummaryReport(
                "x",
                RunEnding.UNKNOWN,
                Verdict.complete(Verdict.Basis.CONTENTS),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                hints);
        String text = SummarySections.of(report).text();
        assertThat(text)
                .contains("hint number 4", "and 2 less important; --json lists all")
                .doesNotContain("hint number 5");
    }

    @Test
    void everyHintNamesTheCommandThatShowsIt() throws IOException {
        Path capture = RandomRun.write(new Random(9), directory.resolve("with space"));
        SummaryReport report = Summary.of(StoredCapture.open(capture), capture.toString());
        String text = SummarySections.of(report).text();
        assertThat(report.hints()).isNotEmpty();
        for (Hint hint : report.hints().stream().limit(5).toList()) {
            assertThat(text).contains(hint.sentence());
        }
        assertThat(text).contains("'" + capture + "'").doesNotContain("\u001b");
        StringWriter markdown = new StringWriter();
        SummarySections.of(report).printMarkdown(2, new PrintWriter(markdown, true));
        assertThat(markdown.toString()).contains("## Kernels").contains("|---:");
    }

    private SummaryReport.Run run(int level, String cores, String schedulers, String submits, String edges)
            throws IOException {
        Files.writeString(
                directory.resolve("chip_swimlane_records.json"),
                RandomRun.records(level, 2, cores, schedulers, submits));
        if (!edges.isEmpty()) {
            Files.writeString(directory.resolve("deps.json"), RandomRun.graph(List.of(1L, 2L, 3L), edges));
        }
        return Summary.of(StoredCapture.open(directory), "x").run().orElseThrow();
    }

    /** A made-up run with whatever gaps, overlaps and holes the dice give. */
    private static final class RandomRun {
        static Path write(Random random, Path directory) throws IOException {
            Files.createDirectories(directory);
            int cores = 1 + random.nextInt(6);
            int tasks = 1 + random.nextInt(60);
            List<String> aicore = new ArrayList<>();
            List<String> aicpu = new ArrayList<>();
            List<String> submits = new ArrayList<>();
            List<String> edges = new ArrayList<>();
            List<Long> ids = new ArrayList<>();
            for (int task = 1; task <= tasks; task++) {
                ids.add((long) task);
                long submit = 100 + task * 10L + random.nextInt(50);
                submits.add("{\"submit_idx\":%d,\"task_id\":%d,\"start_cycles\":%d,\"end_cycles\":%d}"
                        .formatted(task, task, submit - 5, submit));
                for (int block = random.nextInt(2); block >= 0; block--) {
                    int core = random.nextInt(cores);
                    long dispatch = submit + random.nextInt(80);
                    long start = dispatch + random.nextInt(30);
                    long end = start + random.nextInt(60);
                    int token = aicore.size() + 1;
                    aicore.add("[%d,%d,%d,%d,%d,0]".formatted(core, task, token, start, end));
                    if (random.nextInt(20) > 0) {
                        aicpu.add("[%d,%d,%d,%d]".formatted(core, token, dispatch, end + 3));
                    }
                }
                if (task > 1 && random.nextBoolean()) {
                    edges.add("{\"pred\":\"%d\",\"succ\":\"%d\",\"arg\":-1,\"source\":\"explicit\"}"
                            .formatted(1 + random.nextInt(task - 1), task));
                }
            }
            int level = random.nextInt(4) + 1;
            Files.writeString(
                    directory.resolve("chip_swimlane_records.json"),
                    records(
                            level,
                            cores,
                            String.join(",", aicore),
                            level == 1 ? "" : String.join(",", aicpu),
                            level < 4 ? "" : String.join(",", submits)));
            if (random.nextBoolean()) {
                Files.writeString(directory.resolve("deps.json"), graph(ids, String.join(",", edges)));
            }
            return directory;
        }

        static String records(int level, int cores, String aicore, String aicpu, String submits) {
            String types = "\"aic\",\"aiv\",".repeat(cores);
            return """
                    {"chip_swimlane_level":%d,"metadata":{"clock_freq_hz":1000000,"num_cores":%d,\
                    "core_types":[%s]},"aicore_tasks":[%s],"aicpu_tasks":[%s],\
                    "aicpu_scheduler_phases":[],"aicpu_orchestrator_phases":[[%s]]}
                    """.formatted(level, cores, types.substring(0, cores * 6 - 1), aicore, aicpu, submits);
        }

        static String graph(List<Long> ids, String edges) {
            List<String> tasks = new ArrayList<>();
            for (long id : ids) {
                tasks.add(
                        "{\"task_id\":\"%d\",\"scope\":\"auto\",\"kernel_ids\":[%d,-1,-1],\"block_num\":1,\"args\":[]}"
                                .formatted(id, id % 3));
            }
            return "{\"tasks\":[%s],\"tensors\":[],\"edges\":[%s]}\n".formatted(String.join(",", tasks), edges);
        }
    }
}
