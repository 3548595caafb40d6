package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.StoredCapture;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.resource.CaptureResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One makespan, one core time and one set of names for waits in every command and on every page,
 * over all captures of the test resources and some recorded here.
 */
class OneNumberTest {
    private static final List<String> KEYS =
            Arrays.stream(CorePart.values()).map(CorePart::key).toList();
    private static final List<String> STALL_KEYS =
            PathStep.STALL_PARTS.stream().map(CorePart::key).toList();
    private static final List<String> WORDS =
            Arrays.stream(CorePart.values()).map(CorePart::words).toList();

    @TempDir
    Path directory;

    static Stream<Path> captures() throws IOException {
        try (Stream<Path> resources = Stream.of("../capture", "../analysis", "../viewer")
                .map(module -> Path.of(module, "src/test/resources"))
                .flatMap(OneNumberTest::walk)) {
            return resources
                    .filter(file -> file.getFileName().toString().matches(".*_records\\.json(\\.gz)?"))
                    .map(Path::getParent)
                    .distinct()
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Stream<Path> walk(Path root) {
        try {
            return Files.walk(root);
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void storedCapturesHaveOneNumber(Path capture) throws IOException {
        compare(capture);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vector --chip-swimlane=1",
                "vector --chip-swimlane=2",
                "moe --chip-swimlane --dep-gen",
                "bgemm --chip-swimlane --dep-gen --runtime hbg"
            })
    void recordedCapturesHaveOneNumber(String line) throws IOException {
        Path capture = directory.resolve("capture");
        String[] arguments = ("run " + line + " --json --clusters 2 --capture " + capture).split(" ");
        Command run = Command.run(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        long makespan = compare(capture);
        assertThat(number(run.out(), "makespan_us") * 1000).isCloseTo(makespan, within(1e-3));
        assertThat(number(run.out(), "wall_time_us") * 1000)
                .as("the wall time has another name and is longer")
                .isGreaterThan(makespan);
    }

    @Test
    void aKernelWithoutANameHasOneSpelling() throws IOException {
        Path capture = directory.resolve("capture");
        Command.run(
                "run",
                "vector",
                "--chip-swimlane",
                "--dep-gen",
                "--dump-args",
                "--pmu",
                "--capture",
                capture.toString());
        Files.delete(capture.resolve("name_map_vector_constant.json"));
        Files.delete(capture.resolve("certificate.json")); // the files change
        Path trace = directory.resolve("trace.json");
        Command.run("convert", capture.toString(), "-o", trace.toString());
        String pages = piece(new CaptureResources(CaptureViewReader.read(StoredCapture.open(capture))), "meta.json");
        for (String told : List.of(
                Command.run("summary", capture.toString()).out(),
                Command.run("critical-path", capture.toString()).out(),
                Command.run("deps", capture.toString()).out(),
                Command.run("dump", capture.toString()).out(),
                Command.run("pmu", capture.toString()).out(),
                Files.readString(trace),
                pages)) {
            assertThat(told)
                    .containsPattern("\\bf[012]\\b")
                    .doesNotContainPattern("kernel [012]\\b|func_[012]|cid[012]");
        }
        Command.run("convert", "--compat", capture.toString(), "-o", trace.toString());
        assertThat(Files.readString(trace)).contains("func_1_b");
    }

    @Test
    void aRunWithoutAStartOrAnEndIsInNoNumber() throws IOException {
        Files.writeString(directory.resolve("chip_swimlane_records.json"), """
                {"chip_swimlane_level": 2,
                 "metadata": {"clock_freq_hz": 1000000, "num_cores": 3,
                              "core_types": ["aic", "aiv", "aiv"]},
                 "aicore_tasks": [[0, 1, 1, 1102, 1108, 1], [1, 2, 2, 1109, 1118, 1],
                                  [0, 3, 3, 0, 0, 0], [2, 4, 4, 1200, 1150, 1]],
                 "aicpu_tasks": [[0, 1, 1100, 1110], [1, 2, 1105, 1120], [0, 3, 1112, 1130]]}
                """);
        assertThat(compare(directory)).isEqualTo(16_000);
        assertThat(json("summary", directory)).contains("\"cores_used\": 2");
        assertThat(json("overhead", directory)).contains("2 runs without a start or an end");
    }

    /** Compares everything that tells of one capture; answers its makespan. */
    private static long compare(Path capture) throws IOException {
        String summary = json("summary", capture);
        if (!summary.contains("\"makespan_ns\"")) {
            return 0; // nothing ran on a core; other tests say what is told then
        }
        String overhead = json("overhead", capture);
        String path = json("critical-path", capture);
        CaptureResources pages = new CaptureResources(CaptureViewReader.read(StoredCapture.open(capture)));
        String overview = piece(pages, "overview.json");
        String hints = piece(pages, "hints.json");
        long makespan = (long) number(summary, "makespan_ns");
        assertThat(number(overhead, "makespan_us") * 1000).isCloseTo(makespan, within(1e-3));
        assertThat(number(path, "makespan_us") * 1000).isCloseTo(makespan, within(1e-3));
        assertThat(number(overview, "makespanNanos")).isEqualTo(makespan);
        assertThat(number(hints, "makespanNanos")).isEqualTo(makespan);
        assertThat(number(piece(pages, "critical.json"), "makespanMicros") * 1000)
                .isCloseTo(makespan, within(1e-3));

        double coreTime = number(summary, "core_time_ns");
        assertThat(coreTime).isEqualTo(makespan * number(summary, "cores_used"));
        assertThat(number(overhead, "core_time_ns")).isEqualTo(coreTime);
        assertThat(number(hints, "coreNanos")).isEqualTo(coreTime);

        Map<String, Double> parts = members(summary, "core_time");
        assertThat(parts.keySet()).containsExactlyElementsOf(KEYS);
        assertThat(members(overhead, "core_time")).isEqualTo(parts);
        assertThat(members(path, "stall_us_by_cause").keySet()).containsExactlyElementsOf(STALL_KEYS);
        Map<String, Double> shown = new LinkedHashMap<>();
        Pattern.compile("\"key\": ?\"(\\w+)\"[^}]*\"share\": ?(-?[0-9.eE+-]+)")
                .matcher(hints)
                .results()
                .forEach(part -> shown.put(part.group(1), Double.valueOf(part.group(2))));
        assertThat(shown).isEqualTo(parts);
        if (makespan > 0) {
            assertThat(parts.values().stream().mapToDouble(share -> share).sum())
                    .isCloseTo(1, within(1e-9));
        }
        compareTexts(capture, makespan);
        return makespan;
    }

    private static void compareTexts(Path capture, long makespan) {
        String summary = Command.run("summary", capture.toString()).out();
        String overhead = Command.run("overhead", capture.toString()).out();
        String path = Command.run("critical-path", capture.toString()).out();
        assertThat(summary).contains("makespan: " + Units.nanos(makespan) + ",");
        assertThat(overhead).contains("makespan " + Units.nanos(makespan) + ",");
        assertThat(path).contains("makespan " + Units.nanos(makespan) + ",");
        assertThat(rows(summary, "Where the core time went"))
                .isNotEmpty()
                .allMatch(row -> WORDS.contains(row) || row.equals("core time"));
        assertThat(rows(overhead, "1. Where the core time went")).allMatch(WORDS::contains);
        assertThat(overhead + path).doesNotContain("data-wait", "core-wait", "front-gap");
    }

    /** The first column of the table under a title, without its head. */
    private static List<String> rows(String text, String title) {
        String[] lines = text.lines().toArray(String[]::new);
        int at = Arrays.asList(lines).indexOf(title);
        assertThat(at).as(text).isNotNegative();
        return Arrays.stream(lines, at + 2, lines.length)
                .takeWhile(line -> line.startsWith("  ") && !line.startsWith("  moments"))
                .map(line -> line.strip().split(" {2,}")[0])
                .filter(row -> !row.isEmpty() && !row.startsWith("-"))
                .collect(Collectors.toList());
    }

    private static String json(String command, Path capture) {
        return Command.run(command, "--json", capture.toString()).out();
    }

    private static String piece(CaptureResources pages, String name) throws IOException {
        return new String(pages.read(name).orElseThrow(), StandardCharsets.UTF_8);
    }

    private static double number(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\": ?(-?[0-9.eE+-]+)").matcher(json);
        assertThat(found.find()).as("%s in %s", key, json).isTrue();
        return Double.parseDouble(found.group(1));
    }

    private static Map<String, Double> members(String json, String key) {
        Matcher object = Pattern.compile("\"" + key + "\": ?\\{([^}]*)\\}").matcher(json);
        assertThat(object.find()).as("%s in %s", key, json).isTrue();
        Map<String, Double> members = new LinkedHashMap<>();
        Pattern.compile("\"(\\w+)\": ?(-?[0-9.eE+-]+)")
                .matcher(object.group(1))
                .results()
                .forEach((MatchResult one) -> members.put(one.group(1), Double.valueOf(one.group(2))));
        return members;
    }
}
