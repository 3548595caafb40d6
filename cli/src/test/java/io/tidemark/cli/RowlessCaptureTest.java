package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What was recorded is shown, also of a run in which no task ran on a core, and without a level.
 */
@Timeout(180)
class RowlessCaptureTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "fatal:args, '0 submits and 3 scheduler phases', dispatch(0), 3",
        "fatal:args --runtime=hbg, '0 submits', host_orch, 1",
        "hang:orchestrator --runtime=hbg --scheduler-timeout-ms=2000, '40 submits over', submit(t, 40"
    })
    void phasesAndSubmitsAreDrawnWithoutARunOnACore(String name, String held, String slice, int slices)
            throws IOException {
        Path capture = run(name);
        Command convert = Command.run("convert", capture.toString());
        assertThat(convert.exitCode()).as(convert.err()).isEqualTo(ExitCode.OK);
        assertThat(convert.out()).contains(", 0 runs, 0 arrows");
        String trace = Files.readString(capture.resolve("merged_swimlane.json"));
        assertThat(trace.split("\"name\":\"" + Pattern.quote(slice), -1)).hasSize(1 + slices);
        assertThat(trace).as("tasks that could not run are no allocations").doesNotContain("alloc(");
        double stopped = starts(trace, "\"ph\":\"X\"[^{}]*?\"ts\":([0-9.]+)[^{}]*?\"name\":\"run (?:HUNG|FAILED)\"")
                .max()
                .orElseThrow();
        assertThat(stopped)
                .as("the run ends after all that is drawn of it")
                .isGreaterThanOrEqualTo(starts(trace, "\"ts\":([0-9.]+)").max().orElseThrow());
        assertThat(convert(capture, "pftrace").exitCode()).isEqualTo(ExitCode.OK);
        Command compat = Command.run("convert", "--compat", capture.toString());
        assertThat(compat.exitCode()).as(compat.err()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(capture.resolve("merged_swimlane.json")))
                .contains("Worker View")
                .doesNotContain("Scheduler View", "\"flow\"");
        Command summary = Command.run("summary", capture.toString());
        assertThat(summary.exitCode()).as(summary.err()).isEqualTo(ExitCode.OK);
        assertThat(summary.out()).contains("with 0 core records, " + held);
        CaptureView view = CaptureViewReader.read(StoredCapture.open(capture));
        assertThat(view.timeline().lanes().stream()
                        .mapToInt(lane -> lane.size())
                        .sum())
                .isGreaterThanOrEqualTo(slices);
        Command path = Command.run("critical-path", capture.toString());
        assertThat(path.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(path.err()).contains("holds no run of a task on a core");
    }

    /** Metadata and rows say what kind of file it is. */
    @Test
    void aFileWithoutItsLevelOpens() throws IOException {
        Path capture = run("vector");
        Path bare = Files.createDirectory(directory.resolve("bare"));
        String records = Files.readString(capture.resolve("chip_swimlane_records.json"));
        String unlabelled = records.replaceFirst("\"chip_swimlane_level\": 4,", "");
        assertThat(unlabelled).isNotEqualTo(records);
        Files.writeString(bare.resolve("chip_swimlane_records.json"), unlabelled);
        Command summary = Command.run("summary", bare.toString());
        assertThat(summary.exitCode()).as(summary.out()).isEqualTo(ExitCode.OK);
        assertThat(summary.out())
                .startsWith("COMPLETE")
                .contains("it does not say its level; taken from the content")
                .containsPattern("holds: swimlane level 4 with [1-9][0-9]* core records");
        assertThat(convert(bare, "json").exitCode()).isEqualTo(ExitCode.OK);
    }

    private static DoubleStream starts(String trace, String pattern) {
        return Pattern.compile(pattern)
                .matcher(trace)
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)));
    }

    private static Command convert(Path capture, String format) {
        return Command.run("convert", "--format=" + format, capture.toString());
    }

    private Path run(String name) {
        Path capture = directory.resolve("capture");
        Command run = Command.run(Stream.of("run " + name + " --chip-swimlane --capture=" + capture)
                .flatMap(words -> Stream.of(words.split(" ")))
                .toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err() + run.out()).isLessThan(ExitCode.USAGE);
        return capture;
    }
}
