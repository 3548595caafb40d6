package io.tidemark.checks.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.deps.SubmitReferences;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.abi.region.ActiveHead;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.deps.DepsTables;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.recording.RecordedRun;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.Damage;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.deps.DepsSink;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.lab.fault.ForwardingFileChannel;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.SubmitReplay;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.replay.DependencyReplay;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependency capture from the submit to the file: long chains, tiny rings, losses, failures. */
class DepsCaptureTest {
    private static final Kernel NOOP = Kernel.aiv(3, "noop", context -> {});
    private static final Kernel CUBE = Kernel.aic(9, "cube", context -> {});
    private static final TensorSpec CELLS = TensorSpec.of(DType.FLOAT32, 64, 16);

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private static HostTensor cells() {
        return HostTensor.inout("cells", CELLS, new float[64 * 16]);
    }

    private static ChannelResult export(RecordedRun run) throws IOException {
        return new DepsSink(run.session(), DependencyReplay::new).finish(run.evidence());
    }

    private static DependencyGraph graph(ChannelResult result) {
        return DepsReader.readWithDetail(result.file().orElseThrow(), new Findings())
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"64, false", "65, true", "200, false", "391, true", "391, false", "646, true", "647, false", "647, true"
    })
    void everyExplicitDependencyIsKeptWithItsOwnFlags(int count, boolean shadow) throws Exception {
        Options options = Options.deps(DepsPools.tiny(5)).withShadow(shadow);
        try (RecordedRun run = RecordedRun.open(directory, options)) {
            run.run(graph -> fanIn(graph, count), List.of(cells()));
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            DependencyGraph graph = graph(result);
            assertThat(graph.taskCount()).isEqualTo(count + 1);
            DependencyEdges edges = graph.edges();
            int explicit = 0;
            for (int edge = 0; edge < edges.size(); edge++) {
                if (edges.source(edge) == EdgeSource.EXPLICIT) {
                    assertThat(edges.predecessor(edge)).isEqualTo(explicit);
                    assertThat(edges.waits(edge)).isTrue();
                    assertThat(edges.retains(edge)).isEqualTo(explicit % 3 != 0);
                    explicit++;
                }
            }
            assertThat(explicit).isEqualTo(count);
        }
    }

    private static void fanIn(TaskGraph graph, int count) {
        try (Scope _ = graph.scope()) {
            long[] ids = new long[count];
            for (int i = 0; i < count; i++) {
                ids[i] = graph.task(NOOP).submit().id();
            }
            TaskBuilder last = graph.task(CUBE).inout(graph.argument(0));
            for (int i = 0; i < count; i++) {
                last = i % 3 == 0 ? last.afterWaitOnly(ids[i]) : last.after(ids[i]);
            }
            last.submit();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(120)
    void aHundredThousandSubmitsThroughATinyRingAreAllThere(boolean shadow) throws Exception {
        int tasks = 100_000;
        Options options = Options.deps(DepsPools.tiny(64)).withShadow(shadow);
        try (RecordedRun run = RecordedRun.open(directory, options)) {
            run.run(graph -> layered(graph, tasks), List.of(cells()));
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(result.books().missing()).isZero();
            assertThat(result.books().reserved()) // header, references and result; few tensors
                    .isBetween(3L * tasks, 3L * tasks + tasks / 10);
            DependencyGraph graph =
                    DepsReader.read(result.file().orElseThrow(), new Findings()).orElseThrow();
            assertThat(graph.taskCount()).isEqualTo(tasks);
            assertThat(graph.edges().size()).isEqualTo(layeredEdges(tasks));
        }
    }

    /** As a recorder that comes up after the first submits would leave it: no loss, no record. */
    @Test
    void submitsThatNobodyRecordedAreNoCompleteGraphOfNothing() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.session().start();
            run.session().stop();
            ChannelResult result =
                    new DepsSink(run.session(), DependencyReplay::new).finish(RunEvidence.counted(-1, 5, -1));
            assertThat(result.books().reserved()).isZero();
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(result.verdict().reason())
                    .contains("the run counted 5 submits and allocations, 0 were recorded");
        }
    }

    @Test
    void aPartWithoutItsSubmitIsToldWhereNothingIsMissing() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.run(
                    graph -> {
                        layered(graph, 10);
                        spoilSecondSlot(run.session().region());
                    },
                    List.of(cells()));
            ChannelResult result = export(run);
            assertThat(result.books().missing()).isZero();
            assertThat(result.books().damage()).isEqualTo(Map.of(Damage.STRAY_SLOT, 1L));
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(graph(result).taskCount())
                    .as("neither the submit that described row 7 nor the one that refers to it")
                    .isEqualTo(10 - 2);
        }
    }

    /** The one behind the first header becomes of no known kind. */
    private static void spoilSecondSlot(DeviceRegion region) {
        StreamPlace stream = region.streams().getFirst();
        long buffer = ActiveHead.CURRENT_BUFFER_AT.get(region.memory(), stream.activeHeadAt(0));
        SubmitSlot.KIND.set(region.memory(), stream.recordAt(buffer, 1), 99);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(120)
    void whatATinyRingDropsIsCountedAndTheGraphIsNotTrusted(boolean shadow) throws Exception {
        int tasks = 100_000;
        Options options =
                Options.deps(DepsPools.tiny(16)).withOnFull(OnFull.DROP).withShadow(shadow);
        try (RecordedRun run = RecordedRun.open(directory, options)) {
            run.run(graph -> layered(graph, tasks), List.of(cells()));
            assertThat(run.result().isOk()).isTrue();
            ChannelResult result = export(run);
            assertThat(result.books().present() + result.books().missing())
                    .isEqualTo(result.books().reserved());
            assertThat(result.books().contradictions()).isEmpty();
            assertThat(result.books().missing())
                    .as("the ring is too small not to")
                    .isPositive();
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(result.verdict().reason()).contains("submits are missing");
            assertThat(graph(result).remark().untrusted()).contains("submits are missing");
            assertThat(5L * graph(result).taskCount())
                    .as("slots of whole submits: no submit refers to a slot that was dropped")
                    .isGreaterThan(result.books().present() / 2);
        }
    }

    /** Views are made anew for each task; that they are equal counts. */
    @Test
    void aTensorIsDescribedOnceForAllSubmitsThatAReferenceReaches() throws Exception {
        int tasks = 2 * SubmitReferences.REACH + 10;
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.run(
                    graph -> {
                        for (int from = 0; from < tasks; from += 500) {
                            try (Scope _ = graph.scope()) {
                                for (int i = from; i < Math.min(tasks, from + 500); i++) {
                                    graph.task(NOOP)
                                            .in(graph.argument(0).slice(1, 0, 4))
                                            .inout(graph.argument(0).slice(0, 1, 1))
                                            .submit();
                                }
                            }
                        }
                    },
                    List.of(cells()));
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(result.books().reserved())
                    .as("header, references, result; three times two tensors and the columns' strides")
                    .isEqualTo(3L * tasks + 3 * 2);
            DependencyGraph graph = graph(result);
            assertThat(graph.taskCount()).isEqualTo(tasks);
            assertThat(graph.edges().size()).isEqualTo(2 * (tasks - 1));
        }
    }

    /** One slot holds seven. */
    @Test
    void allThirtyTwoArgumentsMayBeReferences() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.run(
                    graph -> {
                        for (int i = 0; i < 3; i++) {
                            TaskBuilder task = graph.task(NOOP);
                            for (int row = 0; row < 32; row++) {
                                task = task.inout(graph.argument(0).slice(0, row, 1));
                            }
                            task.submit();
                        }
                    },
                    List.of(cells()));
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(result.books().reserved()).isEqualTo(2 + 32 + 2 * (2 + 5));
            assertThat(graph(result).edges().size()).isEqualTo(2 * 32);
        }
    }

    /** 64 rows in turn; each task reads two that were written before it and updates one. */
    private static void layered(TaskGraph graph, int tasks) {
        Tensor[] rows = new Tensor[64];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = graph.argument(0).slice(0, row, 1);
        }
        for (int from = 0; from < tasks; from += 500) {
            try (Scope _ = graph.scope()) {
                for (int task = from; task < Math.min(tasks, from + 500); task++) {
                    graph.task(NOOP)
                            .in(rows[(task + 7) % 64])
                            .in(rows[(task + 31) % 64])
                            .inout(rows[task % 64])
                            .submit();
                }
            }
        }
    }

    /** Row r is first written by task r, and from then on every touch of it finds one writer. */
    private static long layeredEdges(int tasks) {
        long edges = 0;
        for (int task = 0; task < tasks; task++) {
            edges += task >= 64 - 7 ? (task >= 64 || (task + 7) % 64 < task ? 1 : 0) : 0;
            edges += task >= 64 - 31 ? (task >= 64 || (task + 31) % 64 < task ? 1 : 0) : 0;
            edges += task >= 64 ? 1 : 0;
        }
        return edges;
    }

    @Test
    void allocationsAndManualScopesAreToldApart() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.run(
                    graph -> {
                        Tensor[] used = graph.alloc(TensorSpec.of(DType.FLOAT32, 16));
                        graph.alloc(TensorSpec.of(DType.INT32, 4), TensorSpec.of(DType.INT8, 9));
                        graph.task(NOOP).inout(used[0]).noDep(graph.argument(0)).submit();
                        try (Scope _ = graph.manualScope()) {
                            graph.task(CUBE).in(used[0]).afterWaitOnly(2).submit();
                        }
                    },
                    List.of(cells()));
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            DependencyGraph graph = graph(result);
            assertThat(graph.taskCount()).isEqualTo(2);
            assertThat(graph.nodeCount()).isEqualTo(4);
            assertThat(graph.kind(graph.nodeOf(0))).isEqualTo(NodeKind.ALLOC);
            assertThat(graph.kind(graph.nodeOf(1))).as("no edge names it").isEqualTo(NodeKind.ALLOC);
            assertThat(graph.isManualScope(0)).isFalse();
            assertThat(graph.isManualScope(1)).isTrue();
            assertThat(graph.kernel(1, 0)).isEqualTo(9);
            assertThat(graph.edges().size()).isEqualTo(2);
            assertThat(graph.edges().retains(0)).as("alloc to its user").isTrue();
            assertThat(graph.edges().retains(1)).as("wait only").isFalse();
        }
    }

    @Test
    void aRunThatFailsLeavesAGraphUpToTheFailure() throws Exception {
        RingSizes rings =
                RingSizes.defaults().withTaskWindow(8).withHeapBytes(1 << 16).withDependencyPool(64);
        try (RecordedRun run =
                RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT).withRings(rings))) {
            run.run(
                    graph -> {
                        for (int i = 0; i < 20; i++) {
                            graph.task(NOOP).inout(graph.argument(0)).submit();
                        }
                    },
                    List.of(cells()));
            assertThat(run.result().errorName()).isEqualTo("SCOPE_DEADLOCK");
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            DependencyGraph graph = graph(result);
            assertThat(graph.remark().partial()).isTrue();
            assertThat(graph.remark().untrusted()).isEmpty();
            assertThat(graph.taskCount()).isEqualTo(7);
            assertThat(graph.edges().size()).isEqualTo(6);
        }
    }

    @Test
    void aSubmitThatFailsInItsLookUpIsInTheGraphWithoutResult() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.run(
                    graph -> {
                        graph.task(NOOP).inout(graph.argument(0)).submit();
                        graph.task(NOOP).after(77).submit();
                        graph.task(NOOP).submit();
                    },
                    List.of(cells()));
            assertThat(run.result().errorName()).isEqualTo("INVALID_ARGS");
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(graph(result).taskCount()).isEqualTo(2);
            assertThat(graph(result).remark().partial()).isTrue();
        }
    }

    @Test
    void aRunThatEndsBecauseTheMapStaysFullLeavesATrueGraph() throws Exception {
        TensorSpec many = TensorSpec.of(DType.FLOAT32, 66_000, 16);
        HostTensor rows = HostTensor.inout("rows", many, new float[66_000 * 16]);
        RingSizes rings =
                RingSizes.defaults().withTaskWindow(4096).withHeapBytes(1 << 16).withDependencyPool(64);
        try (RecordedRun run =
                RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT).withRings(rings))) {
            run.run(graph -> writeEachRow(graph, 66_000), List.of(rows));
            assertThat(run.result().errorName()).isEqualTo("TENSORMAP_OVERFLOW");
            ChannelResult result = export(run);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(graph(result).taskCount()).isEqualTo(65_536 / 32 + 1);
            assertThat(graph(result).remark().partial()).isTrue();
        }
    }

    private static void writeEachRow(TaskGraph graph, int rows) {
        try (Scope _ = graph.scope()) {
            Tensor whole = graph.argument(0);
            for (int row = 0; row + 32 <= rows; row += 32) {
                TaskBuilder task = graph.task(NOOP);
                for (int i = row; i < row + 32; i++) {
                    task = task.outExisting(whole.slice(0, i, 1));
                }
                task.submit();
            }
        }
    }

    /** What is made beside the run can be made later; records cannot. */
    @Test
    @Timeout(60)
    void aReplayBesideTheRunGivesItsRoomToTheRecords() throws Exception {
        Path graph = directory.resolve("capture/spool").resolve(DepsTables.GRAPH);
        AtomicInteger refused = new AtomicInteger();
        SpoolWriter.Opener full = file ->
                new ForwardingFileChannel(
                        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                    @Override
                    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
                        if (Files.exists(graph) && position() > 200_000) {
                            refused.incrementAndGet();
                            throw new IOException("No space left on device");
                        }
                        return super.write(sources, offset, length);
                    }
                };
        Options options = Options.deps(DepsPools.tiny(64)).withFaults(plan -> plan.withFaults(plan.copyFails(), full));
        try (RecordedRun run = RecordedRun.open(directory, options)) {
            DepsSink sink = new DepsSink(run.session(), DependencyReplay::new, 0);
            sink.begin();
            run.run(tasks -> layered(tasks, 3_000), List.of(cells()));
            RunEvidence said = run.evidence();
            ChannelResult result = sink.finish(said);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(graph(result).taskCount()).isEqualTo((int) run.result().submitted());
        }
        assertThat(refused).hasValue(1);
    }

    @Test
    void aReplayThatFindsAnythingElseIsNotTrustedAndNamesTheFirstTask() throws Exception {
        try (RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.DEFAULT))) {
            run.run(graph -> layered(graph, 300), List.of(cells()));
            DependencyReplay honest = new DependencyReplay();
            SubmitReplay mistaken = (submit, edges) -> {
                FoundEdges found = honest.replay(submit, edges);
                return submit.number() < 200 ? found : new FoundEdges(found.edges() + 1, found.digest());
            };
            ChannelResult result = new DepsSink(run.session(), () -> mistaken)
                    .finish(RunEvidence.counted(-1, run.result().submitted(), -1));
            assertThat(result.verdict().kind()).isEqualTo(Verdict.Kind.UNTRUSTED);
            assertThat(result.verdict().reason()).startsWith("task (1, 200): the runtime found ");
            assertThat(graph(result).remark().untrusted())
                    .isEqualTo(result.verdict().reason());
        }
    }

    @Test
    void aDeadHostsSpoolAndRegionGiveTheSameGraph() throws Exception {
        Path capture = directory.resolve("capture");
        RecordedRun run = RecordedRun.open(directory, Options.deps(DepsPools.tiny(64)));
        run.run(graph -> layered(graph, 1_000), List.of(cells()));
        run.session().close(); // nothing exported: region and spool stay
        try (CollectorSession resumed = CollectorSession.resume(capture, ChannelCatalog.all())) {
            assertThat(resumed.channels()).containsExactly(DepsChannel.CHANNEL);
            ChannelResult result = new DepsSink(resumed, DependencyReplay::new).finish(RunEvidence.UNKNOWN);
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            assertThat(graph(result).taskCount()).isEqualTo(1_000);
            assertThat(graph(result).remark().partial()).isTrue();
        }
    }
}
