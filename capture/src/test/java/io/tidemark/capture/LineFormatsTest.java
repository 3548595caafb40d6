package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapReader;
import io.tidemark.capture.names.NameMapWriter;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhaseReader;
import io.tidemark.capture.strace.StraceLog;
import io.tidemark.capture.strace.StraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small formats: scopes, counters, host phases, timing markers, names. */
class LineFormatsTest {
    private static final String PREFIX = "[mono_ns=5][T0x1][TIMING] emit: ";

    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    @Test
    void scopesOfEveryVersionAreRead() throws IOException {
        for (int version = 4; version <= 6; version++) {
            boolean pool = version > 4;
            String text = "{\"version\": "
                    + version
                    + ", \"fatal\": true, \"dropped\": 1, \"total\": 3, \"task_window_max\": [64, 64, 64, 64], \"heap_max\": [1048576, 1, 1, 1], "
                    + (pool ? "\"dep_pool_max\": [256, 1, 1, 1], " : "")
                    + "\"tensormap_max\": 4096}\n"
                    + scope("begin", pool)
                    + scope("end", pool);
            ScopeTable table = ScopeReader.read(file("scope_stats/scope_stats.jsonl", text), findings)
                    .orElseThrow();
            assertThat(table.header().version()).isEqualTo(version);
            assertThat(table.header().heapWraps()).isEqualTo(version < 6);
            assertThat(table.header().fatal()).isTrue();
            assertThat(table.size()).isEqualTo(2);
            assertThat(table.isBegin(0)).isTrue();
            assertThat(table.isBegin(1)).isFalse();
            assertThat(table.site(1)).isEqualTo("orch.cpp:41");
            assertThat(table.heapEndBytes(1)).isEqualTo(40960);
            assertThat(table.depPoolEnd(1)).isEqualTo(pool ? 9 : 0);
            assertThat(table.tensorMap(1)).isEqualTo(11);
        }
        assertThat(findings.isEmpty()).isTrue();
    }

    @Test
    void oneCapacityHoldsForEveryRingAndASampleNeedsItsRing() throws IOException {
        String text = "{\"version\": 6, \"task_window_max\": 64, \"heap_max\": [8, 9]}\n"
                + scope("begin", true)
                + scope("end", true).replace("\"ring\"", "\"rang\"")
                + scope("end", true).replace("\"phase\"", "\"phrase\"")
                + scope("end", true).replace("\"site\"", "\"sight\"");
        ScopeTable table = ScopeReader.read(file("scope_stats/scope_stats.jsonl", text), findings)
                .orElseThrow();
        assertThat(table.header().taskWindowMax()).containsExactly(64L, 64L, 64L, 64L);
        assertThat(table.header().heapMaxBytes()).containsExactly(8L, 9L);
        assertThat(table.size()).isEqualTo(1);
        assertThat(findings.count(Finding.Severity.LOSS)).isEqualTo(3);
    }

    @Test
    void linesMayBeginWithAByteOrderMarkAndEndAsOnWindows() throws IOException {
        String text = "\uFEFF{\"version\": 4, \"fatal\": false, \"dropped\": 0, \"total\": 2}\n"
                + scope("begin", false)
                + scope("end", false);
        Path file = file("scope_stats/scope_stats.jsonl", text.replace("\n", "\r\n"));
        assertThat(ScopeReader.read(file, findings).orElseThrow().size()).isEqualTo(2);
        String counters = "\uFEFFthread_id,core_id,task_id,func_id,core_type,pmu_total_cycles,x,event_type\r\n"
                + "0,1,0x0000000100000000,2,1,5231,7,1\r\n";
        assertThat(PmuReader.read(file("pmu.csv", counters), findings)
                        .orElseThrow()
                        .size())
                .isEqualTo(1);
        assertThat(findings.isEmpty()).as(findings.kept().toString()).isTrue();
    }

    @Test
    void aPlainObjectOfIdsAndNamesIsANameMapToo() throws IOException {
        NameMap names = NameMapReader.read(file("name_map_a.json", "{\"0\": \"QK\", \"7\": \"PV\"}"), findings)
                .orElseThrow();
        assertThat(names.nameById()).isEqualTo(Map.of(0, "QK", 7, "PV"));
        NameMap other = NameMapReader.read(file("name_map_b.json", "{\"level\": 2, \"9\": \"X\"}"), findings)
                .orElseThrow();
        assertThat(other.nameById()).isEmpty();
    }

    private static String scope(String phase, boolean pool) {
        return "{\"site\": \"orch.cpp:41\", \"phase\": \""
                + phase
                + "\", \"depth\": 1, \"ring\": 1, \"task_window_start\": 1, \"task_window_end\": 6, \"heap_start\": 4096, \"heap_end\": 40960, "
                + (pool ? "\"dep_pool_start\": 1, \"dep_pool_end\": 9, " : "")
                + "\"tensormap\": 11}\n";
    }

    @Test
    void aBadLineIsSkippedAndTheNextOneRead() throws IOException {
        String text =
                "{\"version\": 6, \"fatal\": false, \"dropped\": 0, \"total\": 2, \"task_window_max\": [1], \"heap_max\": [1], \"dep_pool_max\": [1], \"tensormap_max\": 1}\n"
                        + scope("begin", true)
                        + "{\"site\": \"x\", \"depth\": \"deep\"}\n"
                        + "{\"site\": \n"
                        + scope("end", true);
        ScopeTable table = ScopeReader.read(file("scope_stats/scope_stats.jsonl", text), findings)
                .orElseThrow();
        assertThat(table.size()).isEqualTo(2);
        assertThat(findings.kept())
                .extracting(Finding::position)
                .anyMatch(at -> at.startsWith("line 3"))
                .anyMatch(at -> at.startsWith("line 4"));
    }

    @Test
    void countersAreReadAndBadRowsSkipped() throws IOException {
        String text = "thread_id,core_id,task_id,func_id,core_type,pmu_total_cycles,vec_busy,cube_busy,event_type\n"
                + "0,1,0x0000000100000000,2,1,5231,812,14,2\n"
                + "0,1,0x1,2,1,5231,812,2\n"
                + "0,1,0x1,2,1,many,1,2,2\n"
                + "1,3,0xffffffffffffffff,-1,0,18446744073709551615,0,0,2\n";
        PmuTable table = PmuReader.read(file("pmu.csv", text), findings).orElseThrow();
        assertThat(table.counterNames()).containsExactly("vec_busy", "cube_busy");
        assertThat(table.size()).isEqualTo(2);
        assertThat(table.taskId(0)).isEqualTo(0x1_0000_0000L);
        assertThat(table.counter(0, 1)).isEqualTo(14);
        assertThat(table.totalCycles(1)).isEqualTo(-1L);
        assertThat(findings.count(Finding.Severity.LOSS)).isEqualTo(2);
        assertThat(PmuReader.read(file("pmu.csv", "a,b\n1,2\n"), findings)).isEmpty();
    }

    @Test
    void hostPhasesSurviveACutLastLine() throws IOException {
        String text =
                "{\"pid\": 42, \"inv\": 3, \"clock\": \"host_monotonic_ns\", \"dropped\": 0, \"records\": [{\"phase\": \"host_orch\", \"start_ns\": 1000, \"end_ns\": 2500, \"detail\": 0, \"tid\": 42}, {\"phase\": \"novel\", \"start_ns\": 1, \"end_ns\": 2, \"detail\": 18446744073709551615, \"tid\": 4}]}\n"
                        + "{\"pid\": 42, \"inv\": 4, \"clo";
        List<HostPhasePass> passes = HostPhaseReader.read(file("host_phase_records.jsonl", text), findings);
        assertThat(passes).hasSize(1);
        assertThat(passes.getFirst().phases())
                .extracting(HostPhasePass.Phase::phase)
                .containsExactly("host_orch", "novel");
        assertThat(passes.getFirst().phases().get(1).detail()).isEqualTo(-1L);
        assertThat(findings.count(Finding.Severity.LOSS)).isEqualTo(1);
    }

    @Test
    void markersSharingALineAndTornOnesAreToldApart() throws IOException {
        String text = "noise\n"
                + PREFIX
                + marker("chip.run", 100, "run_id=3 note=a%20b%25 ")
                + PREFIX
                + marker("chip.run.bind", 110, "\n")
                + PREFIX
                + "[STRACE] v=1 pid=7 tid=8 inv=0 hi\n"
                + PREFIX
                + marker("x.device_wall", 0, "clk=dev neg=-5\r\n")
                + "[mono_ns=9][T0x1][TIMING] clock_anchor: [CLOCK_ANCHOR] v=1 pid=7 mono_ns=9 wall_ns=1750000000123456789\n";
        StraceLog log = StraceReader.read(file("run.log", text), findings);
        assertThat(log.spans()).hasSize(3);
        assertThat(log.spans().get(0).attributes()).isEqualTo(Map.of("run_id", 3L, "note", "a b%"));
        assertThat(log.spans().get(1).attributes()).isEmpty();
        assertThat(log.spans().get(1).line()).isEqualTo(2);
        assertThat(log.spans().get(2).onDeviceClock()).isTrue();
        assertThat(log.spans().get(2).attributes()).containsEntry("neg", -5L);
        assertThat(log.tornRecords()).isEqualTo(1);
        assertThat(log.anchors().getFirst().wallNanos()).isEqualTo(1750000000123456789L);
    }

    private static String marker(String name, long start, String tail) {
        return "[STRACE] v=1 pid=7 tid=8 inv=18446744073709551615 hid=CAFE02 depth=1 name="
                + name
                + " ts="
                + start
                + " dur=20 "
                + tail;
    }

    @Test
    void aRecordedLogOfTwentyRoundsIsReadWhole() {
        Path log = TestCaptures.root().resolveSibling("logs/rounds20.log");
        StraceLog read = StraceReader.read(log, findings);
        assertThat(read.tornRecords()).isZero();
        assertThat(read.spans().stream().filter(span -> span.name().equals("chip.run")))
                .hasSize(20);
        assertThat(read.anchors()).isNotEmpty();
    }

    @Test
    void namesSurviveWritingAndReadingWhateverTheyHold() throws IOException {
        NameMap hostile = new NameMap(
                2, "\"</script>\u2028", Map.of(0, "a\\b\"c\nd\u0000", 1, "\uD83D\uDE80", 2, "\uD800 alone"));
        Path file = directory.resolve(NameMapWriter.fileName("a/b c:\u00FC"));
        NameMapWriter.write(file, hostile);
        assertThat(file.getFileName().toString()).isEqualTo("name_map_a_b_c_\u00FC.json");
        assertThat(NameMapReader.read(file, findings)).contains(hostile);
        assertThat(NameMapReader.read(file("name_map_x.json", "{\"level\": 2"), findings))
                .isEmpty();
        assertThat(findings.kept().getLast().toString())
                .contains("name_map_x.json")
                .contains("byte");
    }

    private Path file(String name, String text) throws IOException {
        return TestCaptures.file(directory, name, text);
    }
}
