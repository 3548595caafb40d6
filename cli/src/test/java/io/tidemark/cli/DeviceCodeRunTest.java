package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Platforms of device code, from the command line. */
class DeviceCodeRunTest {
    @TempDir Path directory;

    @Test
    void whatThePlatformCannotDoIsRefusedInASentenceBeforeAnythingIsMade() {
        Path capture = directory.resolve("capture");
        Command refused = run("moe", "cuda-emu", capture);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.errorLines().getFirst())
                .startsWith("tidemark: --platform cuda-emu: case moe:")
                .contains(" has no device code for its kernel ");
        assertThat(run("vector", "cuda-emu", capture, "--pmu").errorLines().getFirst())
                .isEqualTo("tidemark: --pmu: cuda-emu has no counters that a kernel can read.");
        assertThat(run("vector", "cuda-emu", capture, "--time", "virtual").errorLines().getFirst())
                .isEqualTo(
                        "tidemark: --time virtual is for simulated chips; on cuda-emu it is real.");
        assertThat(capture).doesNotExist();
    }

    @Test
    void aMachineWithoutADriverSaysSo() {
        assumeTrue(!Files.exists(Path.of("/dev/nvidiactl")), "this machine has an NVIDIA driver");
        Path capture = directory.resolve("capture");
        Command refused = run("vector", "cuda", capture);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.errorLines().getFirst())
                .startsWith("tidemark: --platform cuda: there is no NVIDIA ");
        assertThat(capture).doesNotExist();
    }

    @Test
    void aRunInAProcessOfItsOwnTellsTheBoundOfItsClock() throws Exception {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(":"))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "g++"))),
                "no C++ compiler on the path: device code is not tested here");
        Path capture = directory.resolve("capture");
        Command ran = run("vector", "cuda-emu", capture, "--isolate", "--chip-swimlane");
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(Files.readString(capture.resolve("certificate.json")))
                .containsPattern(
                        "\"swimlane.aicore_task\", \"domain\": \"cuda-emu_globaltimer\","
                                + " \"frequency_hz\": 1000000000, \"uncertainty_ns\": [1-9]");
    }

    private static Command run(String title, String platform, Path capture, String... more) {
        String[] arguments = {"run", title, "--platform", platform, "--capture", "" + capture};
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Command.run(all);
    }
}
