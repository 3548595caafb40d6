package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.capture.StoredCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhatIfCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aPredictedCaptureIsTheRunThatWasPredicted() throws IOException {
        Path capture = capture("--chip-swimlane", "--dep-gen", "--time", "virtual");
        Path predicted = folder.resolve("predicted");
        Command answer = Command.run(
                "whatif",
                capture.toString(),
                "--submit=0.5x",
                "--kernel",
                "softmax=2us",
                "--json",
                "--capture",
                predicted.toString());
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        double micros = number(answer.out(), "predicted_makespan_us");
        assertThat(Makespan.of(StoredCapture.open(predicted).model().runs()).micros())
                .isEqualTo(micros);
        assertThat(micros).isNotEqualTo(number(answer.out(), "captured_makespan_us"));
        assertThat(Command.run("critical-path", predicted.toString()).exitCode())
                .isZero();
        assertThat(Command.run("verify", predicted.toString()).exitCode()).isZero();
    }

    @Test
    void smallRingsOfTheRunAreThoseOfTheReplay() {
        Path capture = capture("--chip-swimlane", "--dep-gen", "--time", "virtual", "--ring-task-window", "8");
        Command best = Command.run("whatif", capture.toString(), "--best");
        assertThat(best.exitCode()).as(best.err()).isZero();
        assertThat(best.out()).contains("submits at half the cost", "task windows twice as large");
    }

    @Test
    void costsOfAProfileThatIsNotShippedAreInTheCapture() throws IOException {
        Path profile = folder.resolve("slow.json");
        Files.writeString(
                profile,
                "{\"tidemark_chip_profile\": 1, \"name\": \"slow\", \"base\": \"a2a3\","
                        + " \"control\": {\"submit_ns\": 5000}}");
        Path capture =
                capture("--chip-swimlane", "--dep-gen", "--time", "virtual", "--chip-profile", profile.toString());
        Path usual = captureAt("usual", "--chip-swimlane", "--dep-gen", "--time", "virtual");
        Command other = Command.run("whatif", usual.toString(), "--chip-profile=" + profile, "--json");
        Files.delete(profile);
        Command answer = Command.run("whatif", capture.toString(), "--submit=0.5x", "--json");
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(number(answer.out(), "replayed_makespan_us"))
                .isEqualTo(number(answer.out(), "captured_makespan_us"));
        assertThat(answer.out()).contains("\"draws\": 0");
        assertThat(number(other.out(), "predicted_makespan_us"))
                .as("the chip of the first run, asked of the second: " + other.err())
                .isEqualTo(number(answer.out(), "captured_makespan_us"));
    }

    @Test
    void smallestRingsCostNothingAndTheNextSmallerWindowDoes() throws IOException {
        Path capture = capture("--chip-swimlane", "--dep-gen", "--time", "virtual");
        Command found = Command.run("whatif", capture.toString(), "--smallest-rings", "--json");
        assertThat(found.exitCode()).as(found.err()).isZero();
        double unchanged = number(found.out(), "captured_makespan_us");
        assertThat(number(found.out(), "smallest_rings_makespan_us")).isLessThanOrEqualTo(unchanged * 1.002);
        Matcher ring2 = Pattern.compile("\"ring\": 2,\\s+\"task_window\": (\\d+),\\s+\"heap_bytes\":"
                        + " (\\d+),\\s+\"dependency_pool\": (\\d+)")
                .matcher(found.out());
        assertThat(ring2.find()).as(found.out()).isTrue();
        long window = Long.parseLong(ring2.group(1));
        assertThat(window).isBetween(8L, 64L);
        assertThat(really("--ring-task-window=0,0," + window + ",0", "--ring-heap=0,0," + ring2.group(2) + ",0"))
                .isLessThanOrEqualTo(unchanged * 1.002);
        assertThat(really("--ring-task-window=0,0," + window / 2 + ",0")).isGreaterThan(unchanged * 1.001);
    }

    /** Makespan of the run with other rings, in microseconds; above all if it stands still. */
    private double really(String... rings) throws IOException {
        Path capture = folder.resolve("really" + String.join("", rings).hashCode());
        List<String> all = new ArrayList<>(List.of(
                "run",
                "paged-attention:varseq4",
                "--capture",
                capture.toString(),
                "--chip-swimlane",
                "--dep-gen",
                "--time",
                "virtual"));
        all.addAll(List.of(rings));
        if (Command.run(all.toArray(String[]::new)).exitCode() != 0) {
            return Double.MAX_VALUE; // it stands still
        }
        return Makespan.of(StoredCapture.open(capture).model().runs()).micros();
    }

    @Test
    void graphsThatTheHostBuildsAreReplayedExactly() {
        for (String each : new String[] {"vector", "paged-attention:small2"}) {
            Path capture = folder.resolve(each.substring(0, 5));
            Command run = Command.run(
                    "run",
                    each,
                    "--runtime",
                    "hbg",
                    "--time",
                    "virtual",
                    "--chip-swimlane",
                    "--dep-gen",
                    "--capture",
                    capture.toString());
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertReplayed(Command.run("whatif", capture.toString(), "--json"), 0);
        }
    }

    @Test
    void capturesInRealTimeOfOldAndNewFormatsAreAnswered() {
        Path samples = Path.of("../capture/src/test/resources/captures");
        for (String each : new String[] {
            "2026-06-a2a3/vector_example_all",
            "2026-08-a2a3/paged_attention_small1",
            "2026-08-a2a3/paged_attention_varseq4",
            "2026-08-a2a3/mixed_example/TestMixedExample_case2",
            "2026-08-a2a3/hbg_vector_example",
            "2026-08-a2a3/vector_example_swimlane_l1",
            "2026-08-a5/vector_example_all"
        }) {
            Command answer = Command.run("whatif", samples.resolve(each).toString(), "--json");
            assertReplayed(answer, 0.01);
        }
        Command threads = Command.run(
                "whatif", samples.resolve("2026-08-a2a3/paged_attention_small1").toString(), "--aicpu-threads", "3");
        assertThat(threads.exitCode()).isEqualTo(1);
        assertThat(threads.err()).contains("the run was in real time");
    }

    private static void assertReplayed(Command answer, double share) {
        assertThat(answer.exitCode()).as(answer.err() + answer.out()).isZero();
        double captured = number(answer.out(), "captured_makespan_us");
        assertThat(number(answer.out(), "replayed_makespan_us"))
                .isBetween(captured * (1 - share), captured * (1 + share));
    }

    @Test
    void captureWithoutDependenciesIsRefused() {
        Path capture = capture("--chip-swimlane", "--time", "virtual");
        Command refused = Command.run("whatif", capture.toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("no prediction: the capture has no graph");
    }

    @Test
    void edgesAreTakenFromTheTablesWhereTheRunLeftTheirFileOut() throws IOException {
        Path written = capture("--chip-swimlane", "--dep-gen", "--time", "virtual", "--export", "always");
        Command expected = Command.run("whatif", written.toString(), "--clusters", "3", "--json");
        for (String file : List.of("deps.json", "chip_swimlane_records.json")) {
            assertThat(written.resolve(file)).isRegularFile();
        }
        Path left = folder.resolve("left");
        Command run = Command.run(
                "run",
                "paged-attention:varseq4",
                "--capture",
                left.toString(),
                "--chip-swimlane",
                "--dep-gen",
                "--time",
                "virtual",
                "--export",
                "never");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(left.resolve("deps.json")).doesNotExist();
        Command answer = Command.run("whatif", left.toString(), "--clusters", "3", "--json");
        assertThat(answer.exitCode()).as(answer.err() + answer.out()).isZero();
        assertThat(answer.out().replace(left.toString(), written.toString())).isEqualTo(expected.out());
    }

    @Test
    void changesThatNameNothingAreRefused() {
        Path capture = capture("--chip-swimlane", "--dep-gen", "--time", "virtual");
        assertRefused(capture, "there is no kernel nope", "--kernel", "nope=0.5x");
        assertRefused(capture, "says no change", "--kernel", "softmax=fast");
        assertRefused(capture, "is not in 1..24", "--clusters", "25");
        assertRefused(capture, "does not wait for task", "--without-edge", "r2t1:r2t0");
        assertRefused(capture, "is no factor", "--submit", "half");
        assertRefused(capture, "is empty", "--sweep", "clusters=4..1");
    }

    private static void assertRefused(Path capture, String why, String... options) {
        Command refused = Command.run("whatif", capture.toString(), options[0], options[1]);
        assertThat(refused.exitCode()).as(why).isEqualTo(2);
        assertThat(refused.err()).contains(why);
    }

    private Path capture(String... options) {
        return captureAt("capture", options);
    }

    private Path captureAt(String name, String... options) {
        Path capture = folder.resolve(name);
        String[] all = new String[options.length + 4];
        all[0] = "run";
        all[1] = "paged-attention:varseq4";
        all[2] = "--capture";
        all[3] = capture.toString();
        System.arraycopy(options, 0, all, 4, options.length);
        Command run = Command.run(all);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return capture;
    }

    private static double number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\": ([0-9.]+)").matcher(json);
        assertThat(found.find()).as(name).isTrue();
        return Double.parseDouble(found.group(1));
    }
}
