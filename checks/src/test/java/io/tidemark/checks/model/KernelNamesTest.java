package io.tidemark.checks.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.cli.Tidemark;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel has one name: what one command, trace or page calls it, every other calls it too. */
class KernelNamesTest {
    private static final Pattern STEP = Pattern.compile("\"task_id\": \"(\\d+)\", \"kernel\": \"([^\"]+)\"");
    private static final Pattern KERNEL = Pattern.compile("\"kernel\": \"([^\"]+)\"");
    private static final Pattern COUNTED = Pattern.compile("\"func_id\": \\d+, \"name\": \"([^\"]+)\"");
    private static final Pattern NAME = Pattern.compile("\\{\"name\": \"([^\"]+)\", \"cores\"");
    private static final Pattern SLICE =
            Pattern.compile("\"pid\":4,[^\\n]*\"name\":\"([^\"]+)\\([^\"]*\"[^\\n]*\"taskId\":(\\d+)");

    @TempDir
    Path directory;

    @Test
    void everyCommandAndThePageCallAKernelTheSame() throws IOException {
        CaptureGenerator.generate(GeneratorOptions.of(400, 20261116).withArgsDump(), directory.resolve("named"));
        check(directory.resolve("named"));
    }

    @Test
    void aKernelWithoutANameIsCalledByItsNumber() throws IOException {
        Path capture = directory.resolve("numbered");
        CaptureGenerator.generate(GeneratorOptions.of(400, 7).withArgsDump(), capture);
        remove(capture, "name_map");
        assertThat(check(capture)).allMatch(name -> name.matches("f\\d+"));
    }

    @Test
    void aKernelWithoutANumberIsUnknown() throws IOException {
        Path capture = directory.resolve("unknown");
        CaptureGenerator.generate(GeneratorOptions.of(400, 7), capture);
        remove(capture, "name_map");
        remove(capture, "deps");
        assertThat(check(capture)).containsExactly(KernelNames.UNKNOWN);
    }

    /** Neither graph nor records name kernels there: the counters do. */
    @Test
    void namesFromAnotherChannelReachEveryReport() throws IOException {
        Path capture = directory.resolve("counted");
        execute(0, "run", "mixed:small", "--chip-swimlane=1", "--pmu", "--capture=" + capture);
        assertThat(check(capture)).hasSize(5).doesNotContain(KernelNames.UNKNOWN);
    }

    private static void remove(Path capture, String stem) throws IOException {
        try (Stream<Path> files = Files.list(capture)) {
            for (Path file : files.filter(it -> isOf(it, stem)).toList()) {
                Files.delete(file);
            }
        }
    }

    private static boolean isOf(Path file, String stem) {
        return file.getFileName().toString().startsWith(stem);
    }

    /** Answers the names of the runs, after every report agreed on them. */
    private Set<String> check(Path place) throws IOException {
        Capture capture = StoredCapture.open(place);
        CaptureModel model = capture.model();
        KernelRuns runs = model.runs();
        Set<String> names = new TreeSet<>();
        Map<Long, Set<String>> namesOfTask = new HashMap<>();
        for (int run = 0; run < runs.size(); run++) {
            String name = model.names().of(runs.kernel(run));
            names.add(name);
            namesOfTask.computeIfAbsent(runs.taskId(run), id -> new TreeSet<>()).add(name);
        }
        assertThat(found(NAME, 1, "summary", "--json", place)).isEqualTo(names);
        assertThat(names).containsAll(found(KERNEL, 1, "critical-path", "--json", place));
        for (MatchResult step : matches(STEP, "critical-path", "--json", place.toString())) {
            long task = Long.parseUnsignedLong(step.group(1));
            int number = model.tasks().find(task);
            assertThat(step.group(2)).isEqualTo(model.names().of(model.kernelOf(number)));
            assertThat(namesOfTask.get(task)).contains(step.group(2));
        }
        checkTrace(place, namesOfTask);
        checkPage(capture, names);
        if (capture.dependencies().isPresent()) {
            assertThat(namesInGraph(model)).isEqualTo(parts("deps", "--json", place));
        }
        if (capture.args().isPresent()) {
            assertThat(namesInGraph(model)).containsAll(parts("dump", "--json", place));
        }
        if (capture.pmu().isPresent()) {
            assertThat(found(COUNTED, 1, "pmu", "--json", place)).isEqualTo(names);
        }
        return names;
    }

    private static Set<String> namesInGraph(CaptureModel model) {
        DependencyGraph graph = model.dependencies().orElseThrow();
        Set<String> names = new TreeSet<>();
        for (int node = 0; node < graph.taskCount(); node++) {
            for (int slot = 0; slot < 3; slot++) {
                if (graph.kernel(node, slot) >= 0) {
                    names.add(model.names().of(graph.kernel(node, slot)));
                }
            }
        }
        return names;
    }

    private void checkTrace(Path place, Map<Long, Set<String>> namesOfTask) throws IOException {
        Path trace = directory.resolve("trace.json");
        execute(-1, "convert", "-o", trace.toString(), place.toString());
        Map<Long, Set<String>> drawn = new HashMap<>();
        for (String line : Files.readAllLines(trace)) {
            SLICE.matcher(line)
                    .results()
                    .forEach(slice -> drawn.computeIfAbsent(
                                    Long.parseUnsignedLong(slice.group(2)), id -> new TreeSet<>())
                            .add(slice.group(1).replace("_spmd", "")));
        }
        assertThat(drawn).isEqualTo(namesOfTask);
    }

    private static void checkPage(Capture capture, Set<String> names) {
        CaptureView view = CaptureViewReader.read(capture);
        CaptureModel model = capture.model();
        List<String> texts = view.timeline().names();
        for (int run = 0; run < view.runs().size(); run++) {
            assertThat(texts.get(view.runs().name(run)))
                    .isEqualTo(model.names().of(model.runs().kernel(run)));
        }
        view.critical()
                .orElseThrow()
                .get()
                .steps()
                .forEach(step -> assertThat(names).contains(step.name()));
    }

    /** A task of several kernels is called by all of them. */
    private static Set<String> parts(Object... arguments) {
        Set<String> parts = new TreeSet<>();
        for (String kernels : found(KERNEL, 1, arguments)) {
            parts.addAll(List.of(kernels.split(" ?\\+ ?")));
        }
        return parts;
    }

    private static Set<String> found(Pattern pattern, int group, Object... arguments) {
        Set<String> found = new TreeSet<>();
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        matches(pattern, texts).forEach(match -> found.add(match.group(group)));
        assertThat(found).as(String.join(" ", texts)).isNotEmpty();
        return found;
    }

    private static List<MatchResult> matches(Pattern pattern, String... arguments) {
        return pattern.matcher(execute(-1, arguments)).results().toList();
    }

    private static String execute(int wanted, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Tidemark.execute(new PrintWriter(out), new PrintWriter(err), arguments);
        assertThat(code).as(err.toString()).isIn(wanted < 0 ? List.of(0, 3) : List.of(wanted));
        return out.toString();
    }
}
