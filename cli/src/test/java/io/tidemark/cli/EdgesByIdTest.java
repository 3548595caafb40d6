package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.FaninGraph;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the swimlane alone says of kernels and edges, against what the graph says of them. */
@Timeout(240)
class EdgesByIdTest {
    @TempDir
    Path directory;

    private int captures;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vector",
                "vector --isolate",
                "bgemm:bgemm64",
                "paged-attention:varseq4",
                "paged-attention:manual-scope",
                "paged-attention:spmd-mix",
                "paged-attention:tiny-ring",
                "mixed:small",
                "spmd:multiblock-aiv",
                "spmd:multiblock-mix",
                "control",
                "decoder",
                "moe",
                "noop --tasks=3000 --shape=layered",
                "noop --tasks=9000 --shape=layered --ring-task-window=4096",
                "noop --tasks=3000 --shape=chain --swimlane-pools=2,4,2"
            })
    void theSwimlanesEdgesAreTheGraphsEdges(String words) throws IOException {
        for (String platform : List.of("a2a3sim", "a5sim")) {
            for (String runtime : List.of("tmr", "hbg")) {
                Path place = nextPlace();
                List<String> line = new ArrayList<>(List.of("run"));
                line.addAll(Arrays.asList(words.split(" ")));
                line.addAll(List.of("--platform", platform, "--runtime", runtime));
                line.addAll(List.of("--chip-swimlane=2", "--dep-gen"));
                line.addAll(List.of("--capture", place.toString()));
                Command run = Command.run(line.toArray(String[]::new));
                if (run.exitCode() != 0 && runtime.equals("hbg") && words.contains("ring")) {
                    continue; // a window that is smaller than the graph
                }
                assertThat(run.exitCode()).as(line + run.err() + run.out()).isZero();
                assertEdgesAgree(place);
            }
        }
    }

    /** Tasks in submit order, their kinds, kernels and blocks, and every pair of the edges. */
    static void assertEdgesAgree(Path capture) {
        SwimlaneTable table = table(capture);
        DependencyGraph byId = FaninGraph.of(table).orElseThrow();
        DependencyGraph whole =
                DepsReader.read(capture.resolve("deps.json"), new Findings()).orElseThrow();
        assertThat(tasks(byId)).isEqualTo(tasks(whole));
        assertThat(pairs(byId)).isEqualTo(pairs(whole));
        Set<Long> ran = new TreeSet<>();
        for (int row = 0; row < table.aicore().size(); row++) {
            ran.add(table.aicore().taskId(row));
        }
        for (int node = 0; node < whole.taskCount(); node++) {
            assertThat(byId.kind(node)).isEqualTo(whole.kind(node));
            assertThat(byId.isPredicated(node)).isEqualTo(whole.isPredicated(node));
            if (ran.contains(whole.taskId(node))) {
                assertThat(byId.blockCount(node)).isEqualTo(whole.blockCount(node));
                assertThat(kernels(byId, node)).isEqualTo(kernels(whole, node));
            }
        }
    }

    private static Set<Integer> kernels(DependencyGraph graph, int node) {
        return Set.copyOf(new TreeSet<>(List.of(graph.kernel(node, 0), graph.kernel(node, 1), graph.kernel(node, 2))));
    }

    private static List<Long> tasks(DependencyGraph graph) {
        List<Long> ids = new ArrayList<>();
        for (int node = 0; node < graph.taskCount(); node++) {
            ids.add(graph.taskId(node));
        }
        return ids;
    }

    private static Set<String> pairs(DependencyGraph graph) {
        Set<String> pairs = new TreeSet<>();
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            pairs.add(graph.taskId(edges.predecessor(edge)) + " " + graph.taskId(edges.successor(edge)));
        }
        return pairs;
    }

    @Test
    void everyLevelNamesTheKernelsAndFromTheSecondOnThereAreEdges() {
        for (int level = 1; level <= 4; level++) {
            Path place = nextPlace();
            Command run = Command.run("run", "vector", "--chip-swimlane=" + level, "--capture", "" + place);
            assertThat(run.out()).contains("add_scalar", "multiply").doesNotContain("unnamed", "--dep-gen");
            assertThat(table(place).fanin().isPresent()).isEqualTo(level >= 2);
            Command path = Command.run("critical-path", place.toString());
            assertThat(path.exitCode()).as(path.err()).isZero();
            assertThat(path.out().contains("after a dependency")).isEqualTo(level >= 2);
            Path trace = directory.resolve("trace" + level + ".json");
            Command.run("convert", place.toString(), "-o", trace.toString());
            assertThat(trace).content().contains("add_scalar");
            assertThat(arrows(trace) > 0).as("arrows at level " + level).isEqualTo(level >= 2);
        }
    }

    @Test
    void theGraphIsShownByIdsWhereNothingElseWasRecorded() {
        Path byIds = nextPlace();
        Path whole = nextPlace();
        Path flat = nextPlace();
        Command.run("run", "vector", "--chip-swimlane=2", "--capture", "" + byIds);
        Command.run("run", "vector", "--chip-swimlane=2", "--dep-gen", "--capture", "" + whole);
        Command.run("run", "vector", "--chip-swimlane=1", "--capture", "" + flat);
        Command shown = Command.run("deps", "" + byIds);
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("note: edges by id alone", "reasons, arguments and tensors are missing");
        assertThat(edgeLines(shown)).isNotEmpty();
        assertThat(edgeLines(shown)).isEqualTo(edgeLines(Command.run("deps", "" + whole)));
        assertThat(Command.run("deps", "--json", "" + byIds).out()).contains("\"ids_only\": true");
        assertThat(Command.run("deps", "--json", "" + whole).out()).contains("\"ids_only\": false");
        for (String[] more : new String[][] {{"--races"}, {"--edge-mode", "reduced_dataflow"}}) {
            List<String> line = new ArrayList<>(List.of("deps", "" + byIds));
            line.addAll(List.of(more));
            Command refused = Command.run(line.toArray(String[]::new));
            assertThat(refused.exitCode()).as("no race was found").isEqualTo(ExitCode.INCOMPLETE);
            assertThat(refused.err()).contains("--dep-gen records them", "cannot do without");
        }
        Command none = Command.run("deps", "" + flat);
        assertThat(none.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(none.err()).contains("holds no edges: the swimlane has them from level 2 on");
    }

    /** A run that leaves deps.json out has arguments and regions in its tables. */
    @Test
    void racesAreFoundInTheTablesAsInTheFile() throws IOException {
        List<String> run = List.of("run", "paged-attention", "--time=virtual", "--chip-swimlane", "--dep-gen");
        Path file = recorded(run, "--export=always");
        Path tables = recorded(run, "--export=never");
        for (String option : List.of("--races", "--edge-mode=reduced_dataflow")) {
            Command byFile = Command.run("deps", option, "--json", "" + file);
            Command byTables = Command.run("deps", option, "--json", "" + tables);
            assertThat(byTables.exitCode()).as(byTables.err()).isEqualTo(byFile.exitCode());
            assertThat(byTables.out().replace("" + tables, "" + file)).isEqualTo(byFile.out());
        }
    }

    private Path recorded(List<String> run, String export) {
        Path place = nextPlace();
        List<String> line = new ArrayList<>(run);
        line.addAll(List.of(export, "--capture", "" + place));
        assertThat(Command.run(line.toArray(String[]::new)).exitCode()).isZero();
        return place;
    }

    /** Pairs without their reasons. */
    private static Set<String> edgeLines(Command shown) {
        Set<String> lines = new TreeSet<>();
        shown.out()
                .lines()
                .filter(line -> line.contains(" -> ") && line.contains("why="))
                .forEach(line -> lines.add(line.replaceFirst(" why=.*", "")));
        return lines;
    }

    /** Today's tools know neither: with and without them their results are the same. */
    @ParameterizedTest
    @ValueSource(strings = {"overhead", "critical-path", "convert"})
    void compatLooksAtNeither(String command) throws IOException {
        Path place = directory.resolve("both");
        Command.run("run", "mixed:small", "--chip-swimlane", "--dep-gen", "--capture", "" + place);
        Path file = place.resolve("chip_swimlane_records.json");
        Files.delete(place.resolve("certificate.json")); // the file changes
        Files.delete(place.resolve("tables/swimlane.head.json")); // and is read
        Files.delete(place.resolve("tables/deps.head.json"));
        String text = Files.readString(file);
        String before = compat(command, place);
        assertThat(text).contains("task_fanin");
        String without = text.replaceFirst(",\n {2}\"task_fanin\": \\[(?s:.*)\\]\n\\}", "\n}")
                .replaceAll("(\\[(?:\\d+, ){5}\\d+), \\d+\\]", "$1]");
        assertThat(without).doesNotContain("task_fanin").isNotEqualTo(text);
        Files.writeString(file, without);
        assertThat(table(place).aicore().functionId(0)).isNegative();
        assertThat(compat(command, place)).isEqualTo(before);
        Files.writeString(file, text);
        Files.delete(place.resolve("deps.json"));
        if (command.equals("convert")) {
            before = compat(command, place);
            Files.writeString(file, without);
            assertThat(compat(command, place)).isEqualTo(before);
        } else {
            Command refused = Command.run(command, place.toString(), "--compat");
            assertThat(refused.err()).contains("no usable deps.json, which --compat needs");
        }
    }

    private String compat(String command, Path place) throws IOException {
        Path trace = directory.resolve("trace.json");
        Command done = command.equals("convert")
                ? Command.run(command, "" + place, "--compat", "-o", "" + trace)
                : Command.run(command, "" + place, "--compat");
        assertThat(done.exitCode()).as(done.err()).isZero();
        return command.equals("convert") ? Files.readString(trace) : done.out();
    }

    @Test
    void lostEdgesAreCountedAndTheCaptureSaysSo() throws IOException {
        Path place = nextPlace();
        Command run = Command.run(
                "run",
                "noop",
                "--tasks=200000",
                "--shape=layered",
                "--chip-swimlane=2",
                "--swimlane-pools=2,4,1",
                "--on-full=drop",
                "--capture",
                place.toString());
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.INCOMPLETE);
        Certificate certificate = CertificateReader.read(place.resolve("certificate.json"), new Findings())
                .orElseThrow();
        ChannelLedger edges = certificate.channels().stream()
                .filter(ledger -> ledger.stream().equals("fanin"))
                .findFirst()
                .orElseThrow();
        assertThat(edges.balances()).isTrue();
        assertThat(edges.missing()).isPositive();
        SwimlaneTable table = table(place);
        assertThat(table.fanin().orElseThrow().rows()).isEqualTo((int) edges.present());
        assertThat(FaninGraph.of(table).orElseThrow().taskCount()).isPositive();
    }

    /** Newer tools of others tell by this name how to read the ids of tasks. */
    @ParameterizedTest
    @ValueSource(strings = {"tmr tensormap_and_ringbuffer", "hbg host_build_graph"})
    void bothFilesNameTheRuntime(String words) {
        Path place = nextPlace();
        String[] word = words.split(" ");
        Command.run(
                "run", "vector", "--runtime", word[0], "--chip-swimlane=2", "--dep-gen", "--capture", place.toString());
        assertThat(table(place).metadata().runtime()).isEqualTo(word[1]);
        Findings findings = new Findings();
        DependencyGraph graph =
                DepsReader.read(place.resolve("deps.json"), findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        assertThat(graph.remark().runtime()).isEqualTo(word[1]);
    }

    private static long arrows(Path trace) {
        try {
            return Files.readString(trace).split("\"ph\": ?\"s\"", -1).length - 1;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static SwimlaneTable table(Path capture) {
        try {
            StoredCapture stored = StoredCapture.open(capture);
            SwimlaneTable table = stored.swimlane().orElseThrow();
            assertThat(stored.findings().kept()).isEmpty();
            return table;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Path nextPlace() {
        return directory.resolve("capture" + captures++);
    }
}
