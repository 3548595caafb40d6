package io.tidemark.viewer.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.GeneratedCapture;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.Runs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every piece of a generated capture, read as the page reads it. */
class CaptureResourcesTest {
    @TempDir
    static Path directory;

    private static CaptureView view;
    private static CaptureResources resources;

    @BeforeAll
    static void generate() throws IOException {
        GeneratedCapture.in(
                directory, GeneratorOptions.of(3_000, 5).withArgsDump().withCertificate());
        view = GeneratedCapture.view(directory);
        resources = new CaptureResources(view);
    }

    @Test
    void everyNameItListsCanBeRead() throws IOException {
        List<String> names = resources.names();
        assertThat(names).doesNotHaveDuplicates().contains("meta.json", "runs/0", "graph/0", "args/0");
        for (String name : names) {
            assertThat(resources.read(name)).as(name).isPresent();
        }
    }

    @Test
    void everySpanIsInExactlyOneDeepestTileOfItsLane() throws IOException {
        Set<Integer> found = new HashSet<>();
        for (String name : resources.names()) {
            if (name.startsWith("tile/")) {
                collect(name, found);
            }
        }
        assertThat(found).hasSize(view.runs().size());
    }

    private void collect(String name, Set<Integer> found) throws IOException {
        int band = Integer.parseInt(name.split("/")[1]);
        ByteBuffer tile = ByteBuffer.wrap(resources.read(name).orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
        for (int lane = 0; lane < tile.getInt(4); lane++) {
            boolean core = view.timeline().band(band).get(lane).kind().isCore();
            if (core && tile.getInt(16 + 16 * lane) == 1) {
                int count = tile.getInt(20 + 16 * lane);
                int offset = tile.getInt(24 + 16 * lane) + 20 * count;
                for (int at = 0; at < count; at++) {
                    found.add(tile.getInt(offset + 4 * at));
                }
            }
        }
    }

    @Test
    void theRunTableSaysWhatTheCaptureSays() throws IOException {
        Runs runs = view.runs();
        ByteBuffer bytes =
                ByteBuffer.wrap(resources.read("runs/0").orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.getInt(0)).isEqualTo(Columns.MAGIC);
        int rows = bytes.getInt(4);
        assertThat(rows).isEqualTo(Math.min(runs.size(), Chunks.ROWS));
        int ints = (rows * 4 + 7) & ~7;
        int beginColumn = 8 + rows * 8 + 4 * ints + 2 * rows * 8;
        for (int run = 0; run < rows; run += 97) {
            assertThat(bytes.getLong(8 + 8 * run)).isEqualTo(runs.taskId(run));
            assertThat(bytes.getDouble(beginColumn + 8 * run)).isEqualTo(runs.beginNanos(run));
        }
        for (int run = 1; run < runs.size(); run++) {
            assertThat(Long.compareUnsigned(runs.taskId(run - 1), runs.taskId(run)))
                    .isNotPositive();
        }
    }

    @Test
    void everyEdgeOfTheGraphIsWrittenAtBothItsEnds() throws IOException {
        int nodes = view.graph().orElseThrow().nodeCount();
        int arriving = 0;
        int leaving = 0;
        for (int chunk = 0; chunk < Chunks.count(nodes, Chunks.ROWS); chunk++) {
            ByteBuffer bytes = ByteBuffer.wrap(resources.read("graph/" + chunk).orElseThrow())
                    .order(ByteOrder.LITTLE_ENDIAN);
            int rows = bytes.getInt(4);
            int totals = 8 + rows * 8 + 11 * ((rows * 4 + 7) & ~7);
            arriving += bytes.getInt(totals);
            leaving += bytes.getInt(totals + 4);
        }
        int edges = view.graph().orElseThrow().edges().size();
        assertThat(arriving).isEqualTo(edges);
        assertThat(leaving).isEqualTo(edges);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "meta.json/",
                "../meta.json",
                "runs/-1",
                "runs/x",
                "runs/99999999999999999999",
                "runs/4000000000",
                "tile/0/0",
                "tile/0/63/0",
                "tile/0/0/1",
                "tile/99/0/0",
                "tile/-1/0/0",
                "certificate.json",
                "args_dump/args.bin",
                "arg/5000000",
                "hang.json",
                "runs/0/0/0"
            })
    void aNameItDoesNotKnowIsNothing(String name) throws IOException {
        assertThat(resources.read(name)).isEmpty();
    }

    @Test
    void hostileNamesTravelAsTextAndWithoutALength(@TempDir Path hostile) throws IOException {
        GeneratedCapture.in(
                hostile, GeneratorOptions.of(120, 3).withHostileNames().withArgsDump());
        CaptureResources pieces = new CaptureResources(GeneratedCapture.view(hostile));
        for (String name : List.of("meta.json", "overview.json", "scopes.json", "args/0")) {
            String json = new String(pieces.read(name).orElseThrow(), StandardCharsets.UTF_8);
            assertThat(json).as(name).doesNotContain("<script").doesNotContain("\u202E");
        }
        assertThat(pieces.view().timeline().names())
                .allSatisfy(text -> assertThat(text.length()).isLessThan(2_500));
        assertThat(pieces.read("meta.json").orElseThrow().length).isLessThan(200_000);
    }

    /** A capture of the open runtime; the figures were taken from its records by hand. */
    @Test
    void aRealCaptureShowsItsKernelsScopesAndCounters() throws IOException {
        Path real = Path.of("src/test/resources/captures/bgemm64");
        CaptureResources pieces = new CaptureResources(GeneratedCapture.view(real));
        String overview = text(pieces, "overview.json");
        assertThat(overview).contains("\"makespanNanos\": 244568240").contains("\"busyCores\": 14");
        assertThat(overview).contains("\"runs\": 32, \"totalNanos\": 973989820");
        assertThat(pieces.view().timeline().names()).startsWith("GEMM", "ADD");
        assertThat(text(pieces, "meta.json")).contains("\"runs\": 64").contains("\"clockHz\": 50000000");
        assertThat(pieces.read("counters/0")).isPresent();
        assertThat(text(pieces, "scopes.json")).contains("\"site\": ");
        assertThat(text(pieces, "critical.json")).containsPattern("\"runs\": [1-9]");
    }

    /** A path may be longer than any page draws at once; its chunks hold each of its runs. */
    @Test
    void everyStepOfTheCriticalPathIsWritten() throws IOException {
        int steps = view.critical().orElseThrow().get().steps().size();
        assertThat(text(resources, "critical.json")).contains("\"steps\": " + steps, "\"runs\": " + steps);
        ByteBuffer bytes =
                ByteBuffer.wrap(resources.read("critical/0").orElseThrow()).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.getInt(4)).isEqualTo(steps);
        int begins = 8 + 3 * ((steps * 4 + 7) & ~7);
        for (int step = 0; step < steps; step++) {
            int run = bytes.getInt(8 + 4 * step);
            assertThat(bytes.getDouble(begins + 8 * step)).isEqualTo(view.runs().beginNanos(run));
        }
        assertThat(resources.read("critical/1")).isEmpty();
    }

    /** More scopes than a page gets: the highest of all is among them, and all are counted. */
    @Test
    void theHighestScopeIsShownHoweverManyThereAre(@TempDir Path many) throws IOException {
        StringBuilder lines = new StringBuilder();
        int scopes = ScopesJson.MOST + 100;
        lines.append("{\"version\": 1, \"fatal\": false, \"dropped\": 0, \"total\": %d}\n".formatted(2 * scopes + 1));
        Files.createDirectories(many.resolve("scope_stats"));
        Path file = many.resolve("scope_stats/scope_stats.jsonl");
        String row = "{\"site\": \"a.cpp:1\", \"phase\": \"%s\", \"depth\": 0, \"ring\": 0,"
                + " \"task_window_start\": %d, \"task_window_end\": %d}\n";
        for (int scope = 0; scope < scopes; scope++) {
            int held = scope == scopes - 7 ? 900 : 3;
            lines.append(row.formatted("begin", scope, scope));
            lines.append(row.formatted("end", scope, scope + held));
        }
        lines.append(row.formatted("begin", 1, 1));
        Files.writeString(file, lines);
        String text = text(new CaptureResources(GeneratedCapture.view(many)), "scopes.json");
        for (String part : List.of("\"pairCount\": " + scopes, "\"openCount\": 1", "[900, 900, 900]")) {
            assertThat(text.contains(part)).as(part).isTrue(); // a text too long to print
        }
    }

    @Test
    void aReportTooLargeForThePageIsSaidToBeThere(@TempDir Path large) throws IOException {
        GeneratedCapture.in(large, GeneratorOptions.of(20, 5));
        Files.writeString(large.resolve("hang.json"), " ".repeat((8 << 20) + 1));
        assertThat(text(new CaptureResources(GeneratedCapture.view(large)), "overview.json"))
                .contains("\"hang\": false", "\"hangBytes\": 8388609");
    }

    private static String text(CaptureResources pieces, String name) throws IOException {
        return new String(pieces.read(name).orElseThrow(), StandardCharsets.UTF_8);
    }

    @Test
    void anEmptyOrDamagedCaptureStillHasItsPages(@TempDir Path damaged) throws IOException {
        Files.writeString(damaged.resolve("chip_swimlane_records.json"), "{\"chip_swimlane_level\": 4,");
        Files.writeString(damaged.resolve("deps.json"), "not json at all");
        CaptureResources pieces = new CaptureResources(GeneratedCapture.view(damaged));
        for (String name : pieces.names()) {
            assertThat(pieces.read(name)).as(name).isPresent();
        }
        String overview = new String(pieces.read("overview.json").orElseThrow(), StandardCharsets.UTF_8);
        assertThat(overview).contains("UNTRUSTED");
    }
}
