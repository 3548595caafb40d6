package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.collector.pmu.PmuPools;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.SealedCapture;
import io.tidemark.recording.plan.Program;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters of graphs that the blocks resolve themselves, which are the blocks' own. */
class CountedCyclesTest {
    private static final DfxFlags COUNTERS = DfxFlags.of(DfxFeature.PMU);
    private static final DfxFlags EVERYTHING = EmulatedPlan.EVERYTHING.plus(COUNTERS);
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final Duration LONG = EmulatedPlan.PATIENCE;
    private static final long SPIN_CYCLES = 500_000; // emulated: one cycle is a nanosecond
    private static final String SOURCE = """
            TM_KERNEL void spin(tm_task &task) {
                tm_i64 began = tm_cycles();
                tm_soon(task);
                while (tm_cycles() - began < tm_scalar_bits(task, 0)) {
                }
            }
            """;
    private static final Kernel SPIN = Kernel.aiv(0, "spin", context -> {
                throw new AssertionError("device code only");
            })
            .onDevice(new DeviceCode("spin.cuh", SOURCE, "spin"));

    @TempDir
    Path directory;

    /** One recorded run; the table is null when the capture has none. */
    private record Counted(RunResult result, SealedCapture sealed, PmuTable table) {
        void isComplete() {
            assertThat(result.isOk()).as(result.sentence()).isTrue();
            assertThat(result.notes()).isEmpty();
            assertThat(sealed.verdict().kind()).as(sealed.verdict().line()).isEqualTo(Verdict.Kind.COMPLETE);
        }

        AicoreRows cores() {
            return SwimlaneReader.read(sealed.directory().resolve("chip_swimlane_records.json"), new Findings())
                    .orElseThrow()
                    .aicore();
        }

        /** How far off a stamp of a core may be. */
        long clockBound() {
            return EmulatedRun.clock(
                            CertificateReader.read(sealed.directory().resolve("certificate.json"), new Findings())
                                    .orElseThrow(),
                            "swimlane.aicore_task")
                    .uncertaintyNanos();
        }

        long cycles(int row) {
            int column = table.counterNames().indexOf("sm_cycles");
            assertThat(table.hasCounter(row, column)).isTrue();
            return table.counter(row, column);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "vector:random, 5",
        "bgemm:bgemm64, 64",
        "noop:layered, 3000",
        "paged-attention:varseq4, 64",
        "spmd:multiblock-aiv, 188"
    })
    void everyKernelRunHasItsRecordBesideAllOtherChannels(String title, int kernels) throws Exception {
        Counted run = run(title, EVERYTHING, EVERYTHING, LONG, "device");
        run.isComplete();
        assertThat(run.result.subtasks()).isEqualTo(kernels);
        assertThat(run.table.size()).isEqualTo(kernels);
        theSameRuns(run);
    }

    /** Rows of a core are in the order in which it ran them, in both files. */
    private static void theSameRuns(Counted run) {
        AicoreRows cores = run.cores();
        long inexact = 2 * run.clockBound(); // both stamps are mapped to the clock of the host
        assertThat(run.table.size()).isEqualTo(cores.size());
        Map<Integer, Deque<Integer>> ofCore = new HashMap<>();
        for (int row = 0; row < run.table.size(); row++) {
            ofCore.computeIfAbsent(run.table.core(row), core -> new ArrayDeque<>())
                    .add(row);
        }
        for (int row = 0; row < cores.size(); row++) {
            int of = ofCore.get(cores.core(row)).remove();
            long ticks = cores.endTick(row) - cores.startTick(row);
            assertThat(run.table.taskId(of)).isEqualTo(cores.taskId(row));
            assertThat(run.table.totalCycles(of)).isEqualTo(ticks);
            assertThat(run.table.eventType(of)).isEqualTo(PmuEvent.MULTIPROCESSOR.code());
            assertThat(run.cycles(of)).isBetween(1L, ticks + ticks / 100 + inexact);
        }
    }

    /** A block tells what ended while the next kernel runs. */
    @Test
    void theCyclesAreThoseOfTheTaskItself() throws Exception {
        DfxFlags flags = COUNTERS.withSwimlaneLevel(1);
        theCyclesAre(run(spinning(80, 1), RingSizes.defaults(), flags, flags, "spun"), 80);
    }

    /** With a dump in between, which takes longer than the stamps are off. */
    @Test
    void theCyclesOfADumpAreNobodys() throws Exception {
        Program program = spinning(16, 1 << 19);
        theCyclesAre(run(program, RingSizes.defaults(), EVERYTHING, EVERYTHING, "spun"), 16);
    }

    private static void theCyclesAre(Counted run, int tasks) {
        run.isComplete();
        assertThat(run.table.size()).isEqualTo(tasks);
        theSameRuns(run);
        for (int row = 0; row < run.table.size(); row++) {
            assertThat(run.cycles(row)).isGreaterThanOrEqualTo(cyclesOf(run.table.taskId(row)));
        }
    }

    private static long cyclesOf(long task) {
        return (1 + task % 4) * SPIN_CYCLES;
    }

    private static Program spinning(int tasks, int elements) {
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, tasks, elements);
        HostTensor data = HostTensor.inout("data", spec, MemorySegment.ofArray(new float[tasks * elements]));
        return new Program(
                "spinning",
                graph -> {
                    for (int i = 0; i < tasks; i++) {
                        graph.task(SPIN)
                                .inout(graph.argument("data").slice(0, i, 1))
                                .scalar(cyclesOf(i))
                                .submit();
                    }
                },
                List.of(data),
                List.of(SPIN));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void countersNeedNoSwimlaneAndAddNothingToIt(int level) throws Exception {
        DfxFlags flags = COUNTERS.withSwimlaneLevel(level);
        Counted run = run("noop:layered", flags, flags, LONG, "device");
        run.isComplete();
        assertThat(run.table.size()).isEqualTo(3000);
        Path swimlane = run.sealed.directory().resolve("chip_swimlane_records.json");
        assertThat(Files.exists(swimlane)).isEqualTo(level > 0);
        if (level > 0) {
            assertThat(SwimlaneReader.read(swimlane, new Findings())
                            .orElseThrow()
                            .aicpu()
                            .size())
                    .isEqualTo(level > 1 ? 3000 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"vector:random", "spmd:multiblock-aiv", "paged-attention:varseq4"})
    void theRecordsAreThoseThatSchedulersWouldWrite(String title) throws Exception {
        Counted device = run(title, EVERYTHING, EVERYTHING, LONG, "device");
        device.isComplete();
        DfxFlags withoutCounters = EmulatedPlan.EVERYTHING;
        Counted host = run(title, EVERYTHING, withoutCounters, LONG, "host");
        assertThat(host.result.isOk()).as(host.result.sentence()).isTrue();
        assertThat(host.result.notes())
                .containsExactly("the graph was resolved on the host, not on the device: its code was made"
                        + " for runs that count no cycles");
        assertThat(device.table.counterNames()).isEqualTo(host.table.counterNames());
        assertThat(withoutTimes(device)).containsExactlyInAnyOrderElementsOf(withoutTimes(host));
    }

    /** What does not depend on when and on which core a kernel ran. */
    private static List<List<Object>> withoutTimes(Counted run) {
        PmuTable table = run.table;
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            List<Object> words = new ArrayList<>();
            words.add(table.taskId(row));
            words.add(table.functionId(row));
            words.add(table.coreType(row));
            words.add(table.eventType(row));
            for (int counter = 0; counter < table.counterNames().size(); counter++) {
                boolean isTime = table.counterNames().get(counter).equals("sm_cycles");
                words.add(table.hasCounter(row, counter));
                words.add(isTime ? 0 : table.counter(row, counter));
            }
            rows.add(words);
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"1, BLOCK", "7, BLOCK", "1, DROP"})
    void everyKernelIsCountedOnceOrKnownToBeMissing(int recordsPerBuffer, OnFull onFull) throws Exception {
        DfxFlags flags = COUNTERS.withSwimlaneLevel(2);
        Counted run = run("noop:layered", flags, flags, LONG, "tight", PmuPools.tiny(recordsPerBuffer), onFull);
        assertThat(run.result.isOk()).as(run.result.sentence()).isTrue();
        assertThat(run.result.notes()).isEmpty();
        long missing = run.sealed.verdict().gaps().stream()
                .filter(gap -> gap.channel().equals("pmu"))
                .mapToLong(gap -> gap.missingRecords())
                .sum();
        assertThat(run.table.size() + missing).isEqualTo(3000);
        if (onFull == OnFull.BLOCK) {
            run.isComplete();
        } else {
            assertThat(missing).isPositive();
            assertThat(run.sealed.verdict().kind()).isEqualTo(Verdict.Kind.GAPS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang:stop", "hang:kernel"})
    void aKernelThatDidNotEndHasNoCycles(String title) throws Exception {
        Counted run = run(title, COUNTERS, COUNTERS, SHORT, "hung");
        assertThat(run.result.errorName()).isEqualTo("SCHEDULER_TIMEOUT");
        assertThat(run.table.size()).isEqualTo(40);
        assertThat(run.sealed.verdict().kind()).as(run.sealed.verdict().line()).isEqualTo(Verdict.Kind.COMPLETE);
    }

    private Counted run(String title, DfxFlags records, DfxFlags byCores, Duration patience, String name)
            throws Exception {
        return run(title, records, byCores, patience, name, PmuPools.DEFAULT, OnFull.BLOCK);
    }

    private Counted run(
            String title,
            DfxFlags records,
            DfxFlags byCores,
            Duration patience,
            String name,
            PmuPools pools,
            OnFull onFull)
            throws Exception {
        List<String> options = title.startsWith("noop") ? List.of("tasks=3000") : List.of();
        WorkloadCase prepared = WorkloadCatalog.load().find(title).build(options, 1);
        Program program = new Program(title, prepared.orchestration(), prepared.hostTensors(), prepared.kernels());
        return run(
                program,
                prepared.rings().orElse(RingSizes.defaults()),
                prepared.memoryBytes(),
                records,
                byCores,
                patience,
                name,
                pools,
                onFull);
    }

    private Counted run(Program program, RingSizes rings, DfxFlags records, DfxFlags byCores, String name)
            throws Exception {
        return run(program, rings, 64 << 20, records, byCores, LONG, name, PmuPools.DEFAULT, OnFull.BLOCK);
    }

    /**
     * @param byCores what the code of the cores is made for
     */
    private Counted run(
            Program program,
            RingSizes rings,
            long memoryBytes,
            DfxFlags records,
            DfxFlags byCores,
            Duration patience,
            String name,
            PmuPools pools,
            OnFull onFull)
            throws Exception {
        Path capture = directory.resolve(name);
        EmulatedPlan plan = new EmulatedPlan(program.title(), program.kernels())
                .runtime(RuntimeKind.HBG)
                .rings(rings)
                .memory(memoryBytes)
                .endedAfter(patience)
                .records(records)
                .madeFor(byCores)
                .pools(pools)
                .onFull(onFull);
        try (Recorder recorder = plan.open(capture)) {
            if (patience == LONG) {
                recorder.run(program); // then journals begin in the middle
            }
            RunResult result = recorder.record(program);
            SealedCapture sealed = recorder.seal();
            PmuTable table =
                    PmuReader.read(capture.resolve("pmu.csv"), new Findings()).orElse(null);
            return new Counted(result, sealed, table);
        }
    }
}
