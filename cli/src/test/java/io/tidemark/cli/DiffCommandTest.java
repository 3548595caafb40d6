package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    @TempDir
    private Path folder;

    private Path before;

    @BeforeEach
    void setUp() {
        before = capture("before");
    }

    @Test
    void aSlowerSubmitIsNamedAndTheGateSaysRegressed() throws IOException {
        Path after = capture("after", "--chip-profile", slowSubmits().toString());
        Command text = diff(before, after);
        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("before: COMPLETE", "after: COMPLETE", "waiting for a submit", "residual 0 ns")
                .contains("392 in both (0 changed), 0 added, 0 removed", "model different chips")
                .contains("regions of tensors, neighbours", "(without scopes and their sites)");
        Command json = diff(before, after, "--gate", "1%", "--json");
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(json.out())
                .contains("\"residual_ns\": 0", "\"outcome\": \"regressed\"")
                .containsSubsequence("\"parts\": [", "\"cause\": \"submit\"", "\"ns\": ");
        assertThat(diff(after, before, "--gate", "1%").exitCode()).isZero();
        Command kernel = diff(before, after, "--gate", "kernel:qk=2%");
        assertThat(kernel.exitCode()).isZero();
        assertThat(kernel.out()).contains("gate: kernel qk changed by ");
        Command markdown = diff(before, after, "--markdown", "--gate", "1%");
        assertThat(markdown.exitCode()).isEqualTo(1);
        assertThat(markdown.out()).startsWith("**regressed**: the makespan changed by +");
        assertThat(markdown.out()).contains("| waiting for a submit |", "<details>");
    }

    @Test
    void equalRunsAreTheSameToTheNanosecond() {
        Path again = capture("again");
        Command answer = Command.run(
                "diff",
                "--before",
                before.toString(),
                again.toString(),
                "--after",
                again.toString(),
                before.toString(),
                "--gate",
                "0%");
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(answer.out()).contains(": 0 ns (0 %)", "over 2 runs before and 2 runs after: 0 %");
    }

    /** The second capture is read on a thread of its own, which may be early or late. */
    @Test
    void aCaptureWithoutRunsIsNamedAndNothingIsSaidOfTheOther() {
        Path empty = folder.resolve("empty");
        Command.run(
                "run",
                "noop:independent",
                "--tasks=20000", // more than the window of a graph that is kept whole
                "--runtime=hbg",
                "--chip-swimlane=2",
                "--dep-gen",
                "--capture=" + empty);
        Command answer = diff(empty, before);
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.err()).contains("empty").contains("holds no run of a task on a core");
        assertThat(answer.out())
                .contains("before: run FAILED with FLOW_CONTROL_DEADLOCK")
                .doesNotContain("after:");
        Command other = diff(before, empty);
        assertThat(other.out()).contains("before: COMPLETE", "after: run FAILED");
    }

    @Test
    void whatACaptureCannotCarryIsSaidAndTheGateCannotTell() throws IOException {
        Path noGraph = capture("level2", "--chip-swimlane=1");
        Command order = diff(before, noGraph);
        assertThat(order.out())
                .contains("matched by kernel and order", "because neither capture has a graph")
                .contains("beyond level 1 is taken out");
        Path cut = capture("cut");
        Path records = cut.resolve("tables/deps.submit_slot.tide");
        byte[] bytes = Files.readAllBytes(records);
        Files.write(records, Arrays.copyOf(bytes, bytes.length / 2));
        Command gaps = diff(before, cut, "--gate", "50%");
        assertThat(gaps.exitCode()).as(gaps.out()).isEqualTo(3);
        assertThat(gaps.out())
                .contains("The capture after is not whole", "cannot tell, because the runs cannot be compared");
        Files.delete(cut.resolve("certificate.json"));
        assertThat(diff(before, cut).out()).contains("The capture after has no certificate");
        Path hung = folder.resolve("hung");
        Command.run("run", "hang:kernel", "--time=virtual", "--chip-swimlane", "--capture", hung.toString());
        Command ended = diff(before, hung, "--gate", "1%");
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
        assertThat(ended.out())
                .contains("\ncannot be compared. ", "did not come to its end (HUNG)")
                .doesNotContain("faster.", "r255t");
    }

    /** The same program, recorded with more: what that cost is no difference of the code. */
    @Test
    void inVirtualTimeTheRecordersCostIsTakenOut() {
        for (String option : List.of("--scope-stats", "--dump-args", "--pmu")) {
            Command answer = diff(before, capture("with" + option, option), "--gate", "0%");
            assertThat(answer.exitCode()).as(answer.out() + answer.err()).isZero();
            assertThat(answer.out())
                    .contains(": 0 ns (0 %)", "the same. ")
                    .contains("was recorded with level 4, --dep-gen, " + option + " and took ");
        }
        Path bare = capture("bare", "--chip-swimlane");
        assertThat(diff(bare, before, "--gate", "0%").exitCode()).isZero();
        Path other = capture("other", "--chip-swimlane", "--scope-stats");
        Command unknown = diff(bare, other, "--gate", "50%");
        assertThat(unknown.exitCode()).isEqualTo(3);
        assertThat(unknown.out())
                .containsSubsequence("these runs cannot be compared:", "The recordings differ", "makespan ")
                .contains("has no graph", "cannot tell, because the runs cannot be compared")
                .doesNotContain("slower. ", "faster. ");
    }

    /** A shorter run of something else is not a faster one. */
    @Test
    void runsOfOtherWorkAreNotCompared() {
        Path other = folder.resolve("decoder");
        Command.run("run", "decoder:small", "--time=virtual", "--chip-swimlane", "--dep-gen", "--capture=" + other);
        Command answer = diff(before, other, "--gate", "1%");
        assertThat(answer.exitCode()).isEqualTo(3);
        assertThat(answer.out())
                .containsSubsequence("before ran paged-attention:medium, after ran decoder:small", "makespan ")
                .doesNotContain("faster.");
        assertThat(diff(before, other).exitCode()).isEqualTo(3);
        assertThat(diff(before, other, "--json").out()).contains("\"comparable\": false", "\"obstacle\": true");
        Path predicted = folder.resolve("predicted");
        Command.run("whatif", before.toString(), "--submit=0.5x", "--capture=" + predicted);
        assertThat(diff(before, predicted, "--gate", "1%").exitCode()).isZero();
    }

    @Test
    void wrongUsageIsOneSentence() {
        assertUsage("name two captures", before.toString());
        assertUsage("go together", "--before", before.toString());
        assertUsage("is no limit", before.toString(), before.toString(), "--gate", "fast");
        assertUsage(
                "does not exist", before.toString(), folder.resolve("nothing").toString());
        assertUsage("shows nothing", before.toString(), before.toString(), "--top", "0");
        assertUsage(
                "there is no kernel nope; the runs have",
                before.toString(),
                before.toString(),
                "--gate",
                "kernel:nope=1%");
    }

    private static void assertUsage(String sentence, String... words) {
        List<String> line = new ArrayList<>(List.of("diff"));
        line.addAll(List.of(words));
        Command answer = Command.run(line.toArray(String[]::new));
        assertThat(answer.exitCode()).as(answer.out()).isEqualTo(2);
        assertThat(answer.err()).contains(sentence);
    }

    private static Command diff(Path before, Path after, String... options) {
        List<String> line = new ArrayList<>(List.of("diff", before.toString(), after.toString()));
        line.addAll(List.of(options));
        return Command.run(line.toArray(String[]::new));
    }

    private Path slowSubmits() throws IOException {
        return Files.writeString(folder.resolve("slow.json"), """
                {"tidemark_chip_profile": 1, "name": "slow", "description": "slow submits",
                 "base": "a2a3", "control": {"submit_ns": 5000}}
                """);
    }

    private Path capture(String name, String... options) {
        Path capture = folder.resolve(name);
        List<String> line =
                new ArrayList<>(List.of("run", "paged-attention", "--time=virtual", "--capture", capture.toString()));
        boolean isPlain = List.of(options).stream().noneMatch(each -> each.startsWith("--chip-sw"));
        line.addAll(isPlain ? List.of("--chip-swimlane", "--dep-gen") : List.of());
        line.addAll(List.of(options));
        Command run = Command.run(line.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return capture;
    }
}
