package io.tidemark.checks.pmu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.OnFull;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.pmu.PmuWriter;
import io.tidemark.checks.recording.RecordedRun;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.collector.pmu.PmuSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters per subtask, from the core to the file. */
class PmuRecordingTest {
    private static final Kernel NOOP = Kernel.aiv(3, "noop", context -> {});

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private static PmuTable export(RecordedRun run, Verdict.Kind verdict) throws IOException {
        long subtasks = run.result().schedulers().stream()
                .mapToLong(counters -> counters.completed())
                .sum();
        ChannelResult result = new PmuSink(run.session()).finish(RunEvidence.counted(subtasks, -1, -1));
        assertThat(result.verdict().kind()).as(result.verdict().line()).isEqualTo(verdict);
        Findings findings = new Findings();
        PmuTable table = PmuReader.read(result.file().orElseThrow(), findings).orElseThrow();
        assertThat(findings.kept()).isEmpty();
        return table;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void vectorMovesTheBytesThatItsArgumentsHold(boolean shadow) throws Exception {
        WorkloadCase vector = WorkloadCatalog.load().find("vector").build(List.of(), 1);
        try (RecordedRun run =
                RecordedRun.open(directory, Options.pmu(PmuPools.DEFAULT).withShadow(shadow))) {
            assertThat(run.run(vector.orchestration(), vector.hostTensors()).isOk())
                    .isTrue();
            PmuTable table = export(run, Verdict.Kind.COMPLETE);
            Map<Long, String> moved = new HashMap<>();
            for (int row = 0; row < table.size(); row++) {
                assertThat(table.totalCycles(row)).as("a kernel takes time").isPositive();
                assertThat(table.eventType(row)).isEqualTo(2);
                assertThat(table.coreType(row)).isEqualTo(1);
                moved.put(
                        table.taskId(row),
                        "kernel %d reads %d of %d writes %d of %d calls %d"
                                .formatted(
                                        table.functionId(row),
                                        counter(table, row, "arg_read_bytes"),
                                        counter(table, row, "arg_read_elements"),
                                        counter(table, row, "arg_write_bytes"),
                                        counter(table, row, "arg_write_elements"),
                                        counter(table, row, "kernel_invocations")));
            }
            String one = "reads 65536 of 16384 writes 65536 of 16384 calls 1";
            String two = "reads 131072 of 32768 writes 65536 of 16384 calls 1";
            assertThat(moved)
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            0L,
                            "kernel 0 " + two,
                            1L << 32,
                            "kernel 1 " + one,
                            1L << 32 | 1,
                            "kernel 1 " + one,
                            1L << 32 | 2,
                            "kernel 2 " + two,
                            1L << 32 | 3,
                            "kernel 0 " + two));
        }
    }

    private static long counter(PmuTable table, int row, String name) {
        int counter = table.counterNames().indexOf(name);
        assertThat(table.hasCounter(row, counter)).as(name).isTrue();
        return table.counter(row, counter);
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 8", "2, 2, 8", "4, 4, 8", "6, 6, 3"})
    void countersThatTheChipDoesNotHaveAreEmptyCells(int asked, int event, int counters) throws Exception {
        try (RecordedRun run = RecordedRun.open(
                directory,
                Options.pmu(PmuPools.DEFAULT)
                        .withFaults(plan -> plan.withSettings(plan.settings().withPmuEvent(asked))))) {
            HostTensor data = HostTensor.inout("data", TensorSpec.of(DType.FLOAT32, 4), new float[4]);
            run.run(
                    graph -> {
                        graph.task(NOOP).in(graph.argument(0)).submit();
                        graph.task(NOOP).noDep(graph.argument(0)).submit();
                    },
                    List.of(data));
            PmuTable table = export(run, Verdict.Kind.COMPLETE);
            assertThat(table.counterNames()).hasSize(counters + 5);
            for (int row = 0; row < 2; row++) {
                assertThat(table.eventType(row)).isEqualTo(event);
                for (int counter = 0; counter < counters; counter++) {
                    assertThat(table.hasCounter(row, counter)).isFalse();
                }
                boolean reads = table.taskId(row) == 0;
                int bytes = table.counterNames().indexOf("arg_read_bytes");
                assertThat(table.hasCounter(row, bytes))
                        .as("a direction is known")
                        .isEqualTo(reads);
            }
            Path file = directory.resolve("pmu.csv");
            PmuWriter.write(file, table);
            String text = Files.readString(file);
            assertThat(text).contains(",".repeat(counters) + ",16,0,4,0,1," + event + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false, BLOCK", "1, true, BLOCK", "7, false, BLOCK", "1, false, DROP", "1, true, DROP"})
    @Timeout(120)
    void everySubtaskIsCountedOnceOrKnownToBeMissing(int recordsPerBuffer, boolean shadow, OnFull onFull)
            throws Exception {
        int tasks = onFull == OnFull.DROP ? 50_000 : 5_000;
        try (RecordedRun run = RecordedRun.open(
                directory,
                Options.pmu(PmuPools.tiny(recordsPerBuffer)).withOnFull(onFull).withShadow(shadow))) {
            run.run(graph -> independent(graph, tasks), List.of());
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            boolean lossless = onFull == OnFull.BLOCK;
            ChannelResult books = new PmuSink(run.session()).finish(RunEvidence.UNKNOWN);
            assertThat(books.books().reserved()).isEqualTo(tasks);
            assertThat(books.books().contradictions()).isEmpty();
            boolean gaps = books.books().missing() > 0;
            assertThat(gaps && lossless).isFalse();
            PmuTable table = export(run, gaps ? Verdict.Kind.GAPS : Verdict.Kind.COMPLETE);
            Set<Long> ids = new HashSet<>();
            for (int row = 0; row < table.size(); row++) {
                ids.add(table.taskId(row));
            }
            assertThat(ids).hasSize(table.size());
            assertThat(table.size() + books.books().missing()).isEqualTo(tasks);
        }
    }

    private static void independent(TaskGraph graph, int tasks) {
        for (int from = 0; from < tasks; from += 500) {
            try (Scope _ = graph.scope()) {
                for (int i = from; i < Math.min(tasks, from + 500); i++) {
                    graph.task(NOOP).submit();
                }
            }
        }
    }

    @Test
    void aCoreRunsOneTaskAtATimeWhileItIsCounted() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.pmu(PmuPools.DEFAULT))) {
            run.run(
                    graph -> {
                        for (int i = 0; i < 500; i++) {
                            graph.task(NOOP).submit();
                        }
                    },
                    List.of());
            assertThat(run.result().schedulers())
                    .allSatisfy(
                            counters -> assertThat(counters.pendingDispatched()).isZero());
            PmuTable table = export(run, Verdict.Kind.COMPLETE);
            for (int row = 0; row < table.size(); row++) {
                assertThat(counter(table, row, "kernel_invocations")).isEqualTo(1);
            }
        }
    }
}
