package io.tidemark.analysis.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.TestResource;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.scope.ScopeSample;
import io.tidemark.capture.scope.ScopeTable;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeReportTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"tiny", "small"})
    void peaksAreThoseOfTheSamples(String name) throws IOException {
        Path file = TestResource.file(getClass(), name + ".jsonl.gz", directory.resolve("scope_stats.jsonl"));
        ScopeReport report =
                ScopeReport.of(ScopeReader.read(file, new Findings()).orElseThrow());
        List<String> found = report.peaks().stream()
                .map(peak -> "%d %s %d %d %d %s %d %d %d"
                        .formatted(
                                peak.ring(),
                                peak.resource().name().toLowerCase(Locale.ROOT),
                                peak.value(),
                                peak.capacity(),
                                peak.scope(),
                                peak.site(),
                                peak.depth(),
                                peak.liveAtExit(),
                                peak.allocated()))
                .toList();
        assertThat(found).isEqualTo(TestResource.lines(getClass(), name + ".expected.txt"));
    }

    @Test
    void wrappingHeapsOfOldVersionsAreUnrolledOnce() {
        ScopeTable old = table(5, 1000);
        old.add(sample("begin", 900, 950));
        old.add(sample("end", 960, 40));
        Peak heap = heap(ScopeReport.of(old));
        assertThat(heap.value()).isEqualTo(140);
        assertThat(heap.liveAtExit()).isEqualTo(80);
        assertThat(heap.allocated()).isEqualTo(90);

        ScopeTable counted = table(6, 1000);
        counted.add(sample("begin", 900, 950));
        counted.add(sample("end", 960, 1040));
        assertThat(heap(ScopeReport.of(counted)).value()).isEqualTo(140);
    }

    /** Version 4 has none; a file of a later version may lack its columns all the same. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6})
    void aFileWithoutDependencyPoolGetsNone(int version) throws IOException {
        String sample = "{\"site\": \"a.cpp:1\", \"phase\": \"%s\", \"depth\": 0, \"ring\": 0,"
                + " \"task_window_start\": 0, \"task_window_end\": %d, \"heap_start\": 0,"
                + " \"heap_end\": %d, \"tensormap\": 0}%n";
        Path file = Files.writeString(
                directory.resolve("scope_stats.jsonl"),
                ("{\"version\": %d, \"fatal\": false, \"dropped\": 0, \"total\": 3,"
                                        + " \"task_window_max\": [16], \"heap_max\": [1000],"
                                        + " \"tensormap_max\": 8}%n")
                                .formatted(version)
                        + sample.formatted("begin", 0, 0)
                        + sample.formatted("end", 4, 500)
                        + sample.formatted("begin", 4, 500));
        ScopeReport report =
                ScopeReport.of(ScopeReader.read(file, new Findings()).orElseThrow());
        assertThat(report.peaks()).noneMatch(peak -> peak.resource() == Resource.DEP_POOL);
        assertThat(report.flags()).isEqualTo("--ring-task-window=8,4,4,4 --ring-heap=1024,1024,1024,1024");
        assertThat(text(report)).contains("4 slots, 500 B of heap held").doesNotContain("pool");
        StringWriter json = new StringWriter();
        JsonWriter writer = new JsonWriter(json, 4);
        writer.beginObject();
        ScopeSections.of(report).write(writer);
        writer.endObject().finish();
        assertThat(json.toString()).contains("ring_heap").doesNotContain("pool");
    }

    /** Two scopes on ring 0: tasks 0 to 2, then 3 to 4; task 4 needs an alloc and three tasks. */
    @Test
    void theDependencyPoolIsSizedForProducersThatHaveNotEnded() throws IOException {
        ScopeTable table =
                new ScopeTable(new ScopeHeader(6, false, 0, 4, List.of(16L), List.of(64L), List.of(16L), 64));
        table.add(new ScopeSample("a.cpp:1", true, 1, 0, 0, 0, 0, 0, 1, 1, 0));
        table.add(new ScopeSample("a.cpp:1", false, 1, 0, 0, 3, 0, 0, 1, 1, 0));
        table.add(new ScopeSample("a.cpp:1", true, 1, 0, 0, 3, 0, 0, 1, 1, 0));
        table.add(new ScopeSample("a.cpp:1", false, 1, 0, 0, 5, 0, 0, 1, 1, 0));
        String edge = "{\"pred\":\"%d\",\"succ\":\"%d\",\"arg\":0,\"source\":\"creator\"}";
        List<String> tasks = new ArrayList<>();
        for (int id = 0; id < 5; id++) {
            tasks.add("{\"task_id\":\"%d\",\"scope\":\"auto\",\"kernel_ids\":[-1,0,-1],\"args\":[]}".formatted(id));
        }
        List<String> edges = new ArrayList<>();
        for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {0, 4}, {1, 4}, {1, 4}, {3, 4}, {900, 4}}) {
            edges.add(edge.formatted(pair[0], pair[1]));
        }
        Path file = Files.writeString(
                directory.resolve("deps.json"),
                "{\"tasks\":[%s],\"tensors\":[],\"edges\":[%s]}"
                        .formatted(String.join(",", tasks), String.join(",", edges)));
        ScopeReport alone = ScopeReport.of(table);
        ScopeReport report = ScopeReport.of(table, DepsReader.read(file, new Findings()));

        assertThat(alone.smallest(Resource.DEP_POOL)).containsExactly(4L, 4L, 4L, 4L);
        assertThat(text(alone)).contains("with --dep-gen the most it can need is known");
        assertThat(report.mostDependencies()).containsExactly(4L, 0L, 0L, 0L);
        assertThat(text(report)).doesNotContain("--dep-gen");
    }

    private static String text(ScopeReport report) {
        String text = ScopeSections.of(report).text();
        return text;
    }

    @Test
    void aScopeThatNeverEndedIsNamed() {
        ScopeTable table = table(6, 1000);
        table.add(sample("begin", 0, 0));
        table.add(new ScopeSample("inner.cpp:9", true, 1, 0, 0, 3, 0, 700, 0, 0, 2));
        String text = ScopeSections.of(ScopeReport.of(table)).text();
        assertThat(text).contains("never ended").contains("depth 0 ring 0 orch.cpp:1: at least 3 slots, 700 B of heap");
    }

    @Test
    void endsWithoutBeginAreCountedNotPaired() {
        ScopeTable table = table(6, 1000);
        table.add(sample("end", 0, 500));
        ScopeReport report = ScopeReport.of(table);
        assertThat(report.pairs().size()).isZero();
        assertThat(report.pairs().endsWithoutBegin()).isOne();
        assertThat(report.peaks()).isEmpty();
        assertThat(report.flags()).isEmpty();
    }

    private static Peak heap(ScopeReport report) {
        return report.peaks().stream()
                .filter(peak -> peak.resource() == Resource.HEAP)
                .findFirst()
                .orElseThrow();
    }

    private static ScopeTable table(int version, long heapBytes) {
        return new ScopeTable(new ScopeHeader(version, false, 0, 2, List.of(16L), List.of(heapBytes), List.of(), 64));
    }

    private static ScopeSample sample(String phase, long heapStart, long heapEnd) {
        boolean begin = phase.equals("begin");
        return new ScopeSample("orch.cpp:1", begin, 0, 0, 0, begin ? 0 : 5, heapStart, heapEnd, 0, 0, 1);
    }
}
