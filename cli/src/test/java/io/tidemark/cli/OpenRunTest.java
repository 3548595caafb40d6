package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tidemark.abi.stall.BeginKind;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.ending.OpenRun;
import io.tidemark.capture.model.TickRange;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel that hangs is in the picture, from its start to the stop, and in no figure. */
@Timeout(180)
class OpenRunTest {
    private static final long TASK = (1L << 32) + 5;
    private static final Pattern SLICE =
            Pattern.compile("\"ph\":\"X\"[^}]*?\"ts\":([0-9.]+),\"dur\":([0-9.]+)[^}]*\"name\":\"([^\"]*)\"");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"", "--isolate"})
    void theKernelThatHangsIsDrawnFromItsStartToTheStop(String isolated) throws IOException {
        Path capture = hang("--chip-swimlane", isolated);
        StoredCapture stored = StoredCapture.open(capture);
        List<OpenRun> open = stored.ending().openRuns();
        assertThat(open).hasSize(1);
        OpenRun run = open.getFirst();
        assertThat(run.taskId()).isEqualTo(TASK);
        assertThat(run.kernel()).isEqualTo("stuck");
        assertThat(run.beginKind()).isEqualTo(BeginKind.START);
        SwimlaneTable table = stored.swimlane().orElseThrow();
        long stopTicks = table.metadata().clockHz(); // its time is up after two seconds
        assertThat(run.ticks()).isGreaterThanOrEqualTo(stopTicks);
        for (int row = 0; row < table.aicore().size(); row++) {
            boolean before = table.aicore().endTick(row) <= run.beginTick();
            assertThat(before)
                    .as("row %d of core %d", row, table.aicore().core(row))
                    .isTrue();
        }
        assertThat(table.aicore().size()).as("runs that ended").isEqualTo(5);
        assertTrace(capture, table, run);
        Command summary = Command.run("summary", capture.toString());
        assertThat(summary.out())
                .contains("5 tasks in 5 runs")
                .containsPattern("open run, in no figure: task r1t5 of stuck on core " + run.core());
    }

    private static void assertTrace(Path capture, SwimlaneTable table, OpenRun run) throws IOException {
        Command convert = Command.run("convert", capture.toString());
        assertThat(convert.out()).contains(", 5 runs and 1 open run, ");
        double stop = (run.endTick() - TickRange.of(table).lowest())
                * 1e6
                / table.metadata().clockHz();
        double begin = stop - run.ticks() * 1e6 / table.metadata().clockHz();
        boolean isDrawn = false;
        Matcher slices = SLICE.matcher(Files.readString(capture.resolve("merged_swimlane.json")));
        while (slices.find()) {
            double from = Double.parseDouble(slices.group(1));
            double to = from + Double.parseDouble(slices.group(2));
            if (slices.group(3).startsWith("stuck (open)")) {
                isDrawn = true;
                assertThat(from).isCloseTo(begin, offset(0.1));
                assertThat(to).isCloseTo(stop, offset(0.1));
            } else if (slices.group(3).equals("gap")) {
                assertThat(from).isGreaterThan(0);
            }
            assertThat(to).as(slices.group()).isLessThan(stop + 200_000);
        }
        assertThat(isDrawn).isTrue();
    }

    /** Where user code stands is told, with the lines of the submit and of the scope around it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--isolate"})
    void theDoctorSaysWhereTheCodeStands(String isolated) throws IOException {
        Path capture = hang("--scope-stats", "--ring-task-window=64", isolated);
        String told = Command.run("doctor", capture.toString()).out();
        assertThat(told)
                .containsPattern("kernel stuck of task r1t5 stood on core \\d+ at\n"
                        + "( {4}(jdk|java)\\S+\n)*"
                        + " {4}io.tidemark.lab.cases.HangWorkload.neverReturn"
                        + "\\(HangWorkload.java:\\d+\\)\n")
                .containsPattern("orchestration stood at, in SubmitBuilder.submit\n"
                        + " {4}io.tidemark.lab.cases.HangWorkload\\S+submitOne"
                        + "\\(HangWorkload.java:\\d+\\)\n")
                .containsPattern("open scopes, outermost first: HangWorkload.java:\\d+\n")
                .doesNotContain("SlotKernelRunner", "Orchestrator.run");
        assertThat(capture.resolve("hang.txt")).content().contains("neverReturn");
        assertThat(capture.resolve("hang.json"))
                .content()
                .contains("\"orchestration_call\": \"SubmitBuilder.submit\"")
                .containsPattern("\"open_scope_sites\": \\[\\s*\"HangWorkload.java:");
    }

    /** A file from before, or one that somebody spoiled, has no such bars and harms nothing. */
    @Test
    void anEndingWithoutTicksHasNoOpenRun() throws IOException {
        Path capture = hang("--chip-swimlane");
        Path report = capture.resolve("hang.json");
        String text = Files.readString(report);
        for (String field : List.of("end_tick", "begin_tick")) {
            Files.writeString(report, text.replaceAll("\"" + field + "\": [0-9]+", "\"" + field + "\": -7"));
            assertThat(StoredCapture.open(capture).ending().openRuns()).isEmpty();
            assertThat(Command.run("convert", capture.toString()).out()).contains(", 5 runs, ");
        }
        Files.writeString(report, text.replaceAll("\"core\": [0-9]+", "\"core\": 4000000000"));
        assertThat(StoredCapture.open(capture).ending().openRuns()).isEmpty();
    }

    private Path hang(String... options) {
        Path capture = directory.resolve("capture");
        String[] all = {"run", "hang:kernel", "--at=5", "--scheduler-timeout-ms=2000", "--capture=" + capture};
        Command run = Command.run(Stream.concat(Arrays.stream(all), Arrays.stream(options))
                .filter(word -> !word.isEmpty())
                .toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.FAILED);
        return capture;
    }
}
