package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.cli.text.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Platforms of device code, from the command line. */
class DeviceCodeRunTest {
    @TempDir
    Path directory;

    @Test
    void whatThePlatformCannotDoIsRefusedInASentenceBeforeAnythingIsMade() {
        Path capture = directory.resolve("capture");
        Command refused = run("control", "cuda-emu", capture);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.errorLines().getFirst())
                .startsWith("tidemark: --platform cuda-emu: case control:")
                .contains(" has no device code for its kernel ");
        assertThat(run("vector", "cuda-emu", capture, "--pmu=2").errorLines().getFirst())
                .isEqualTo("tidemark: --pmu=2 is no event group of cuda-emu; there is 100.");
        assertThat(run("vector", "cuda-emu", capture, "--time", "virtual")
                        .errorLines()
                        .getFirst())
                .isEqualTo("tidemark: --time virtual is for simulated chips; on cuda-emu it is real.");
        assertThat(capture).doesNotExist();
    }

    @Test
    void aMachineWithoutADriverSaysSo() {
        assumeTrue(!Files.exists(Path.of("/dev/nvidiactl")), "this machine has an NVIDIA driver");
        Path capture = directory.resolve("capture");
        Command refused = run("vector", "cuda", capture);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.errorLines().getFirst()).startsWith("tidemark: --platform cuda: there is no NVIDIA ");
        assertThat(capture).doesNotExist();
    }

    @Test
    void aRunInAProcessOfItsOwnTellsTheBoundOfItsClock() throws Exception {
        requireCompiler();
        Path capture = directory.resolve("capture");
        Command ran = run("vector", "cuda-emu", capture, "--isolate", "--chip-swimlane");
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(Files.readString(capture.resolve("certificate.json")))
                .containsPattern("\"swimlane.aicore_task\", \"domain\": \"cuda-emu_globaltimer\","
                        + " \"frequency_hz\": 1000000000, \"uncertainty_ns\": [1-9]");
    }

    @Test
    void everyTaskOfACaseGivesWhatItsGoldenSays() {
        requireCompiler();
        for (String title : List.of("decoder:small", "moe:small")) {
            Path capture = directory.resolve(title.replace(':', '-'));
            Command ran = run(title, "cuda-emu", capture, "--clusters", "2", "--check-args");
            assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
            assertThat(ran.out()).contains("arguments equal their golden values", "COMPLETE");
        }
    }

    @Test
    void reportsReadWhatADeviceToldOfAGraphThatItResolved() {
        requireCompiler();
        Path capture = directory.resolve("capture");
        Command ran = run(
                "bgemm:bgemm64",
                "cuda-emu",
                capture,
                "--runtime=hbg",
                "--chip-swimlane=4",
                "--dep-gen",
                "--dump-args=2",
                "--pmu");
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("COMPLETE").doesNotContain("resolved on the host");
        for (String report : List.of("verify", "summary", "critical-path", "overhead", "pmu")) {
            Command read = Command.run(report, capture.toString());
            assertThat(read.exitCode()).as(report + read.out() + read.err()).isZero();
            assertThat(read.out()).startsWith("COMPLETE");
        }
        assertThat(Command.run("overhead", capture.toString()).out())
                .contains("No scheduler phases (level 4)", "Head: dispatched", "Tail: end of");
        assertThat(Command.run("pmu", capture.toString()).out())
                .contains("pmu: 64 subtasks", "event group multiprocessor", "sm_cycles");
    }

    @Test
    void coresResolveGraphsWithGangs() {
        requireCompiler();
        Command ran =
                run("spmd:sync-start", "cuda-emu", directory.resolve("gangs"), "--runtime=hbg", "--chip-swimlane=1");
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("COMPLETE").doesNotContain("resolved on the host");
    }

    @Test
    void aBlockOfTheEmulationHasLanesWhereTheyAreAskedFor() {
        requireCompiler();
        Command run = run("vector", "cuda-emu", directory.resolve("lanes"), "--emulated-lanes=64");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        Command odd = run("vector", "cuda-emu", directory.resolve("odd"), "--emulated-lanes=32");
        assertThat(odd.exitCode()).isEqualTo(2);
        assertThat(odd.err()).contains("--emulated-lanes 32 is not 1, 64, 128 or 256.");
        Command java = run("vector", "a2a3sim", directory.resolve("java"), "--emulated-lanes=64");
        assertThat(java.exitCode()).isEqualTo(2);
        assertThat(java.err()).contains("--emulated-lanes is for --platform cuda-emu.");
    }

    private static void requireCompiler() {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(":"))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "g++"))),
                "no C++ compiler on the path: device code is not tested here");
    }

    private static Command run(String title, String platform, Path capture, String... more) {
        String[] arguments = {"run", title, "--platform", platform, "--capture", "" + capture};
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Command.run(all);
    }

    @Test
    void anExampleWithDeviceCodeRunsOnTheSimulatedChipAndAsDeviceCode() throws Exception {
        requireCompiler();
        Path classes = exampleClasses();
        for (String platform : List.of("a2a3sim", "cuda-emu")) {
            for (String runtime : List.of("tmr", "hbg")) {
                Command ran = Command.run(
                        "run",
                        "--jar",
                        classes.toString(),
                        "rms-norm",
                        "--platform",
                        platform,
                        "--runtime",
                        runtime,
                        "--chip-swimlane=1",
                        "--capture",
                        directory.resolve(platform + runtime).toString());
                assertThat(ran.exitCode()).as(ran.err() + ran.out()).isEqualTo(ExitCode.OK);
                assertThat(ran.out()).contains("verified: 65536 elements", "COMPLETE");
            }
        }
    }

    @Test
    void whatTheCompilerSaysIsShownWithTheNameOfTheUsersFile() throws Exception {
        requireCompiler();
        Path classes = exampleClasses();
        Path source;
        try (Stream<Path> files = Files.walk(classes)) {
            source = files.filter(file ->
                            Files.isRegularFile(file) && !file.toString().endsWith(".class"))
                    .filter(file -> !file.toString().contains("META-INF"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(source, Files.readString(source) + "\nint broken( {\n");
        Command refused = Command.run("run", "--jar", classes.toString(), "rms-norm", "--platform", "cuda-emu");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.errorLines().getFirst())
                .startsWith("tidemark: --platform cuda-emu: the device code does not compile; ")
                .endsWith(" says:");
        assertThat(refused.errorLines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("  " + source.getFileName() + ":")
                        .contains("error"));
        assertThat(refused.err()).doesNotContain("/tmp", "\uFFFD");
    }

    /** The example, compiled, as a directory of classes and resources. */
    private Path exampleClasses() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Path example = Path.of("..", "examples", "cudacase", "src", "main");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "--class-path",
                        System.getProperty("java.class.path"),
                        example.resolve("java/cudacase/CudaCases.java").toString(),
                        example.resolve("java/cudacase/RmsNorm.java").toString());
        assertThat(status).as("javac").isZero();
        try (Stream<Path> resources = Files.walk(example.resolve("resources"))) {
            for (Path file : resources.filter(Files::isRegularFile).toList()) {
                Path to = classes.resolve(
                        example.resolve("resources").relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
        return classes;
    }
}
