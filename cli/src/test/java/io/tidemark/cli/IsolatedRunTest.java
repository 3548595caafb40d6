package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.recording.device.DeviceExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A device in a process of its own behaves as one made of threads, in every ending. */
@Timeout(120)
class IsolatedRunTest {
    private static final List<String> ALL_CHANNELS =
            List.of("--chip-swimlane", "--dump-args", "--scope-stats", "--dep-gen", "--pmu");

    @TempDir
    Path directory;

    private int runs;

    private Path capture() {
        return directory.resolve("capture-" + runs);
    }

    private Command isolated(String... arguments) {
        runs++;
        List<String> all = new ArrayList<>(List.of("run", "--isolate"));
        all.addAll(List.of(arguments));
        all.add("--capture=" + capture());
        return Command.run(all.toArray(String[]::new));
    }

    private Command isolatedWithAllChannels(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(ALL_CHANNELS);
        return isolated(all.toArray(String[]::new));
    }

    private void assertClean() {
        assertThat(capture().resolve(DeviceExchange.DIRECTORY)).doesNotExist();
        assertThat(capture().resolve("spool")).doesNotExist();
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void outputsComeBackAndAreVerifiedAndEveryChannelIsComplete(String platform) {
        Command run = isolatedWithAllChannels("paged-attention", "--platform=" + platform);
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("8192 elements equal their golden", "COMPLETE");
        assertThat(run.err()).isEmpty();
        assertThat(Command.run("verify", capture().toString()).exitCode()).isZero();
        assertClean();
    }

    /** Levels and event groups that are not the default, against a run made of threads. */
    @Test
    void noFlagIsLostOnTheWayToTheDeviceProcess() throws IOException {
        String[] flags = {"vector", "--chip-swimlane=2", "--dump-args=3", "--scope-stats", "--dep-gen", "--pmu=4"};
        Command away = isolated(flags);
        assertThat(away.exitCode()).as(away.err() + away.out()).isZero();
        Path here = directory.resolve("threads");
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(flags));
        words.add("--capture=" + here);
        assertThat(Command.run(words.toArray(String[]::new)).exitCode()).isZero();
        assertThat(files(capture())).isEqualTo(files(here));
        assertThat(lines(capture(), "pmu.csv").getFirst())
                .isEqualTo(lines(here, "pmu.csv").getFirst());
        for (Path place : List.of(capture(), here)) {
            assertThat(lines(place, "args_dump/args_dump.json"))
                    .anyMatch(line -> line.contains("\"dump_args_level\": 3,"));
            assertThat(lines(place, "certificate.json")).anyMatch(line -> line.contains("\"level\": 2"));
        }
    }

    private static List<String> lines(Path capture, String name) throws IOException {
        return Files.readAllLines(capture.resolve(name));
    }

    private static List<String> files(Path capture) throws IOException {
        try (Stream<Path> tree = Files.walk(capture)) {
            return tree.map(file -> capture.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aRunWithoutDiagnosticsIsVerifiedTooAndPrintsOneObject() {
        Command run = isolated("vector", "--json", "--rounds=2");
        assertThat(run.exitCode()).as(run.err() + run.out()).isZero();
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.out()).startsWith("{").contains("\"verified\":true");
        assertClean();
    }

    @ParameterizedTest
    @CsvSource({
        "misbehaving:wrong-result, 1, WRONG RESULT: out[7]",
        "misbehaving:throws, 1, no luck today",
        "misbehaving:kernel-throws, 1, kernel thrower of task",
        "misbehaving:empty, 0, verified"
    })
    void badEndingsAreToldAsTheyAreWithThreads(String name, int exitCode, String part) throws IOException {
        Command run = isolated(name, "--chip-swimlane");
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(exitCode);
        assertThat(run.out()).contains(part);
        assertThat(capture().resolve("certificate.json")).isNotEmptyFile();
        assertClean();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2a3sim", "a5sim"})
    void aHungKernelIsDiagnosedInItsOwnProcess(String platform) throws IOException {
        Command run = isolatedWithAllChannels(
                "hang:kernel", "--at=20", "--platform=" + platform, "--scheduler-timeout-ms=1500");
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("SCHEDULER_TIMEOUT", "Task r1t20 of kernel stuck on core");
        assertThat(Files.readString(capture().resolve("certificate.json")))
                .contains("\"kind\": \"hang\"", "\"hang_class\": \"S1\"");
        assertThat(capture().resolve("hang.json")).isNotEmptyFile();
        assertClean();
    }

    /** It cannot say at its end how long it took by its clock; its last beat did. */
    @Test
    void aClockThatSteppedInADeviceThatDiesIsNotBelieved() throws Exception {
        WitnessedRun run = WitnessedRun.start(
                "a step", directory, 0, "noop", "--tasks=100000000", "--isolate", "--device-clock-step=2000");
        run.awaitRegion(_ -> hasStepped(run.capture()));
        run.process().children().findFirst().orElseThrow().destroyForcibly();
        assertThat(run.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.log()).contains("DEVICE_LOST (108)", "UNTRUSTED: the device clock ran");
        assertThat(Command.run("verify", run.capture().toString()).exitCode()).isEqualTo(ExitCode.INCOMPLETE);
    }

    private static boolean hasStepped(Path capture) {
        Path exchange = capture.resolve(DeviceExchange.DIRECTORY);
        try (DeviceExchange seen = DeviceExchange.open(exchange, List.of())) {
            return seen.lastClocks()
                    .filter(clocks -> clocks.deviceNanos() - clocks.mostHostNanos() > 500_000_000)
                    .isPresent();
        } catch (IOException notYet) {
            return false;
        }
    }
}
