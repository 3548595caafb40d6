package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
    @TempDir
    private Path folder;

    /** Half of the records of its submits take more than twice as long as any such cost gives, or half. */
    @Test
    void numbersThatDoNotFitAreNamedAndNotWritten() throws IOException {
        Path sample = Path.of("../capture/src/test/resources/captures/2026-08-a2a3/paged_attention_varseq4");
        Path profile = folder.resolve("profile.json");
        Command poor = Command.run("calibrate", sample.toString(), "--write=" + profile);
        assertThat(poor.exitCode()).as(poor.err()).isEqualTo(3);
        assertThat(poor.out()).contains("These do not fit the captures: control.submit_ns, ");
        assertThat(Files.readString(profile))
                .containsPattern("\"submit_ns\": *[{]\"value\": 900[.0]*, \"source\": \"as in a2a3\"")
                .containsPattern("\"launch_ns\": .*fitted to ");
    }

    @Test
    void theCostOfTheRecorderIsNoCostOfTheChip() {
        Path capture = folder.resolve("capture");
        Command.run("run", "decoder:small", "--time=virtual", "--chip-swimlane", "--dep-gen", "--capture=" + capture);
        Command good = Command.run("calibrate", capture.toString());
        assertThat(good.exitCode()).as(good.err()).isZero();
        assertThat(good.out())
                .containsPattern("control[.]submit_ns +(89|90)\\d +900 ")
                .doesNotContain("do not fit");
    }
}
