package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code --hang-at} and {@code --witness} on every kind of task, not only on those of one kernel.
 */
@Timeout(120)
class AlteredCaseRunTest {
    private static final int LINE_BYTES = 64;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "spmd:basic, 0, tmr, of kernel ", // one task of three kernels
        "mixed:small, 7, tmr, of kernel ",
        "moe:small, 1, tmr, of kernel ",
        "decoder:replay, 100, tmr, of kernel ", // recorded while it is counted
        "decoder:replay, 1200, tmr, of kernel ", // in a replay
        "decoder:replay, 1200, hbg, of kernel "
    })
    void aTaskOfAnyKindHangsWhenItIsTold(String name, int task, String runtime, String part) {
        Command run = run(name, "--hang-at=" + task, "--runtime=" + runtime);
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("SCHEDULER_TIMEOUT (100)", "S1 a task is running", part);
        assertThat(run.out().lines().filter(line -> line.startsWith("doctor    Task ")))
                .singleElement()
                .asString()
                .contains("has not returned and is frozen");
    }

    @Test
    void aTaskThatTheCaseDoesNotHaveIsSaidAndNotForgotten() {
        Command run = run("control:dummy-chain", "--hang-at=500");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("hang-at=500: this case has only 2 tasks with a kernel");
        Command skipped = run("moe:small", "--hang-at=50");
        assertThat(skipped.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(skipped.out()).contains("hang-at=50 did not run: its predicate did not hold");
        Command below = run("vector", "--hang-at=-1");
        assertThat(below.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(below.err()).contains("--hang-at -1 is below 0");
    }

    /** Every kernel run has one row, and one count that the recorder has no part in. */
    @ParameterizedTest
    @ValueSource(strings = {"mixed:small", "spmd:multiblock-mix", "decoder:replay", "moe:small"})
    void everyKernelOfEveryKindOfTaskIsCounted(String name) throws IOException {
        Path capture = directory.resolve("capture");
        Path witness = directory.resolve("witness");
        Command run = run(name, "--witness=" + witness, "--chip-swimlane=1", "--capture=" + capture);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        ByteBuffer lines = ByteBuffer.wrap(Files.readAllBytes(witness)).order(ByteOrder.nativeOrder());
        AicoreRows rows = SwimlaneReader.read(capture.resolve("chip_swimlane_records.json"), new Findings())
                .orElseThrow()
                .aicore();
        long[] counted = new long[lines.limit() / LINE_BYTES];
        long[] recorded = new long[counted.length];
        for (int core = 0; core < counted.length; core++) {
            counted[core] = lines.getLong(core * LINE_BYTES);
        }
        for (int row = 0; row < rows.size(); row++) {
            recorded[rows.core(row)]++;
        }
        assertThat(rows.size()).isPositive();
        assertThat(recorded).isEqualTo(counted);
    }

    private Command run(String name, String... more) {
        String[] arguments = new String[more.length + 6];
        arguments[0] = "run";
        arguments[1] = name;
        arguments[2] = "--scheduler-timeout-ms=1500";
        arguments[3] = "--op-timeout-ms=20000";
        arguments[4] = "--stream-timeout-ms=30000";
        arguments[5] = "--output=" + directory;
        System.arraycopy(more, 0, arguments, 6, more.length);
        return Command.run(arguments);
    }
}
