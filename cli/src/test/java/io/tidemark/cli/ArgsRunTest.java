package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs with their arguments dumped, through the command line. */
@Timeout(120)
class ArgsRunTest {
    @TempDir
    Path directory;

    private Path capture() {
        return directory.resolve("capture");
    }

    private String manifest() throws IOException {
        return Files.readString(capture().resolve("args_dump").resolve("args_dump.json"));
    }

    @Test
    void aBareFlagDumpsEverythingAndItsFormerSpellingSaysSo() throws IOException {
        Command run = Command.run("run", "vector", "--dump-args", "--capture", capture() + "");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).isEmpty();
        assertThat(manifest()).contains("\"dump_args_level\": 2,").contains("\"total_args\": 15,");

        Path former = directory.resolve("former");
        Command old = Command.run("run", "vector", "--dump-tensor=3", "--capture", former + "");
        assertThat(old.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(old.errorLines())
                .containsExactly("note: --dump-tensor is the former spelling; write --dump-args=3.");
        assertThat(former.resolve("args_dump").resolve("args.bin")).doesNotExist();
    }

    @Test
    void aGraphThatMarksNothingIsToldWhyNothingWasDumped() {
        Command run = Command.run("run", "vector", "--dump-args=1", "--capture", capture() + "");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("this graph marks nothing", "--dump-args=2");
        assertThat(Command.run("dump", capture() + "").err()).contains("with --dump-args=2");
    }

    @Test
    void aRunThatComputesNothingSaysSoInTheDumpAndIsNotChecked() throws IOException {
        String[] modelled = {
            "run", "vector", "--time=virtual", "--no-compute", "--dump-args", "--capture", capture() + ""
        };
        Command run = Command.run(modelled);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("no kernel computed anything");
        assertThat(Command.run("dump", capture() + "").out()).contains("note: no kernel computed anything");
        assertThat(Command.run("dump", capture() + "", "--json").out()).containsPattern("\"values_computed\": ?false");
        assertThat(capture().resolve("certificate.json")).content().contains("\"values\": \"not computed\"");

        Command check = Command.run("run", "vector", "--time=virtual", "--no-compute", "--check-args");
        assertThat(check.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(check.err()).contains("--check-args compares what kernels compute");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tmr", "hbg"})
    void aGraphWithoutArgumentsIsCompleteAndToldWhyNothingWasDumped(String runtime) {
        Command run = Command.run(
                "run",
                "noop:tree",
                "--tasks=40",
                "--runtime=" + runtime,
                "--dump-args",
                "--chip-swimlane",
                "--capture",
                capture() + "");
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).containsPattern("records +COMPLETE");
        assertThat(run.err()).contains("had nothing to dump: no task that ran has an argument");
        assertThat(Command.run("verify", capture() + "").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(Command.run("dump", capture() + "").err())
                .contains("with --dump-args=2, unless no task of it has an argument");
    }

    /** With a graph tasks are matched by their place in it, without by kernel and structure. */
    @ParameterizedTest
    @CsvSource({
        "paged-attention:varseq4, --dep-gen, graph",
        "paged-attention:varseq4, none, kernel",
        "decoder:small, --dep-gen, graph",
        "decoder:small, none, kernel",
        "moe:small, none, kernel"
    })
    void capturesOfTwoRuntimesAreComparedTaskByTask(String name, String graph, String how) {
        for (String runtime : List.of("tmr", "hbg")) {
            Command run = Command.run(
                    "run",
                    name,
                    "--dump-args",
                    graph.equals("none") ? "--skip-golden" : graph,
                    "--runtime=" + runtime,
                    "--capture=" + directory.resolve(runtime));
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        }
        Command diff =
                Command.run("dump", directory.resolve("tmr") + "", "--diff", directory.resolve("hbg") + "", "--json");
        assertThat(diff.out())
                .contains(
                        "\"matched_by\": \"" + how + "\"",
                        "\"equal\": true",
                        "\"only_in_first\": 0",
                        "\"only_in_second\": 0");
        assertThat(diff.out()).doesNotContain("\"compared\": 0");
        assertThat(diff.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void capturesThatShareNothingAreToldSo() {
        for (String name : List.of("vector", "paged-attention:small1")) {
            Command.run("run", name, "--dump-args", "--capture=" + directory.resolve(name));
        }
        Command diff = Command.run(
                "dump", directory.resolve("vector") + "", "--diff", directory.resolve("paged-attention:small1") + "");
        assertThat(diff.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(diff.out())
                .contains("nothing to compare: the two captures have no task in common: 3 kernels")
                .doesNotContain("runtime");
    }

    /** Ids are those of rings, which a graph of the host has one of; places follow the order. */
    @Test
    void bothPlatformsAndBothRuntimesGiveTheSameManifest() throws IOException {
        List<List<String>> manifests = new ArrayList<>();
        for (String runtime : List.of("tmr", "hbg")) {
            for (String platform : List.of("a2a3sim", "a5sim")) {
                Path own = directory.resolve(runtime + platform);
                Command run = Command.run(
                        "run",
                        "paged-attention:small1",
                        "--dump-args",
                        "--runtime=" + runtime,
                        "--platform=" + platform,
                        "--capture=" + own);
                assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
                manifests.add(Files.readAllLines(own.resolve("args_dump/args_dump.json")).stream()
                        .filter(line -> line.contains("\"arg_index\""))
                        .map(line -> line.replaceAll("\"task_id\": *\"?\\w+\"?", ""))
                        .map(line -> line.replaceAll("\"bin_offset\": *\\d+", ""))
                        .map(line -> line.replaceAll("\"owner\": \"\\d+\", ", "*"))
                        .map(line -> line.replaceAll("\"tensor_id.*\"version\"", ""))
                        .sorted()
                        .toList());
            }
        }
        assertThat(manifests.getFirst()).hasSize(72);
        assertThat(manifests).allSatisfy(one -> assertThat(one).isEqualTo(manifests.getFirst()));
    }

    @ParameterizedTest
    @CsvSource({"moe:small, tmr", "moe:small, hbg", "decoder:small, tmr", "decoder:replay, hbg"})
    void aDumpedArgumentNamesTheTensorThatTheGraphNames(String name, String runtime) throws IOException {
        Command run = Command.run(
                "run", name, "--dump-args=3", "--dep-gen", "--runtime=" + runtime, "--capture=" + capture());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        StoredCapture stored = StoredCapture.open(capture());
        ArgsManifest dumped = stored.args().orElseThrow();
        Map<String, TensorIdentity> tensors = new HashMap<>();
        Set<TensorIdentity> outputs = new HashSet<>();
        Set<Long> producers = new HashSet<>();
        for (int row = 0; row < dumped.size(); row++) {
            if (!dumped.isScalar(row)) {
                assertThat(dumped.tensor(row).isKnown()).isTrue();
                tensors.put(dumped.taskId(row) + "/" + dumped.argIndex(row), dumped.tensor(row));
                if (dumped.role(row) == ArgumentRole.OUTPUT) {
                    outputs.add(dumped.tensor(row));
                    producers.add(dumped.taskId(row));
                }
            }
        }
        DependencyGraph graph = stored.dependenciesWithDetail().orElseThrow();
        DependencyDetail detail = graph.detail().orElseThrow();
        int joined = 0;
        for (int task = 0; task < graph.taskCount(); task++) {
            for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
                TensorIdentity tensor = tensors.get(graph.taskId(task) + "/" + detail.argumentIndex(at));
                if (tensor == null) {
                    continue; // a dummy, or a task that its predicate kept from running
                }
                joined++;
                if (!detail.argumentHasTensor(at)) {
                    assertThat(tensor.owner()).isEqualTo(graph.taskId(task));
                    continue;
                }
                int number = detail.tensorOf(detail.argumentTensor(at));
                assertThat(tensor.id()).isEqualTo(detail.argumentTensor(at));
                assertThat(tensor.address()).isEqualTo(detail.tensors().bufferAddress(number));
                assertThat(tensor.owner()).isEqualTo(detail.argumentOwner(at));
                if (producers.contains(tensor.owner())) {
                    assertThat(outputs).contains(tensor);
                }
            }
        }
        assertThat(joined).isGreaterThan(90);
    }

    /** Each layer reads what the one before the last updates, and readers are not waited for. */
    @Test
    void aRaceFailsTheCommandAndNamesATensorOfTheDump() throws IOException {
        Command run = Command.run(
                "run", "noop:layered", "--tasks=200", "--dump-args=3", "--dep-gen", "--capture=" + capture());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        Command text = Command.run("deps", "--races", capture() + "");
        assertThat(text.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(text.out())
                .contains("(noop) arg 1 reads [16] from element 0 / ")
                .contains("bytes 0 to 64 of external tensor 1, FLOAT32 x 16, 64 B in common");
        Command json = Command.run("deps", "--races", "--json", capture() + "");
        assertThat(json.exitCode()).isEqualTo(ExitCode.FAILED);
        Matcher named = Pattern.compile("\"tensor_id\": \"(\\d+)\"").matcher(json.out());
        assertThat(named.find()).isTrue();
        assertThat(manifest()).contains("\"tensor_id\": \"" + named.group(1) + "\"");

        Command vector = Command.run("run", "vector", "--dep-gen", "--capture", capture() + "2");
        assertThat(vector.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(Command.run("deps", "--races", capture() + "2").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void everyTaskThatTheCaseKnowsIsHeldAgainstItsGolden() {
        Command run = Command.run("run", "paged-attention", "--check-args", "--capture", capture() + "");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("args      792 arguments equal their golden values");
    }

    /** Tiles without a token have no task that ran, so they are neither dumped nor counted. */
    @ParameterizedTest
    @ValueSource(strings = {"tmr", "hbg"})
    void everyTaskOfAMixtureOfExpertsIsHeldAgainstItsGolden(String runtime) {
        Command run = Command.run("run", "moe", "--check-args", "--runtime=" + runtime, "--capture=" + capture());
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).containsPattern("args      \\d{2,3} arguments equal their golden values\\n");
    }

    /** Of the shorter sequence some parts of the attention have no page. */
    @ParameterizedTest
    @CsvSource({"off, tmr", "off, hbg", "on, tmr", "on, hbg"})
    void everyTaskOfADecoderIsHeldAgainstItsGolden(String replay, String runtime) {
        Command run = Command.run(
                "run",
                "decoder:small",
                "--set=layers=3",
                "--set=replay=" + replay,
                "--check-args",
                "--runtime=" + runtime,
                "--capture=" + capture());
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).containsPattern("args      \\d+ arguments equal their golden values\\n");
    }

    @Test
    void theFirstWrongTaskIsNamedThoughTheOutputIsRight() {
        Command run = Command.run("run", "misbehaving:wrong-step", "--check-args", "--capture", capture() + "");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("WRONG in 3 tasks, first in task t2 of kernel count")
                .contains("argument 0, element 0 is 12.0, golden 3.0");
    }

    @Test
    void whatCannotBeCheckedIsRefusedBeforeAnythingRuns() {
        Command noGolden = Command.run("run", "noop", "--check-args", "--capture", capture() + "");
        assertThat(noGolden.exitCode()).isEqualTo(ExitCode.USAGE);
        Command tooLittle = Command.run("run", "vector", "--check-args", "--dump-args=3", "--capture", capture() + "");
        assertThat(tooLittle.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tooLittle.err()).contains("--dump-args=2");
        Command noLevel = Command.run("run", "vector", "--dump-args=4", "--capture", capture() + "");
        assertThat(noLevel.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(capture()).doesNotExist();
    }
}
