package io.tidemark.checks.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Findings;
import io.tidemark.checks.recording.RecordedRun;
import io.tidemark.checks.recording.RecordedRun.Options;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.deps.DepsPools;
import io.tidemark.collector.deps.DepsSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.replay.DependencyReplay;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random programs on the real runtime with rings so small that tasks go and heap and slots are used
 * again all the time: replay and run time must find the same for every task.
 */
class DepsRandomRunTest {
    private static final Kernel[] KERNELS = {
        Kernel.aiv(1, "vector", context -> {}), Kernel.aic(2, "cube", context -> {})
    };
    private static final TensorSpec SHARED = TensorSpec.of(DType.FLOAT32, 8, 8);
    private static final TensorSpec MADE = TensorSpec.of(DType.FLOAT32, 4, 8);

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "true, 7"})
    @Timeout(120)
    void replayAndRunTimeAgreeForEveryTask(boolean shadow, int failingCopy) {
        RingSizes rings =
                RingSizes.defaults().withTaskWindow(16).withHeapBytes(16 << 10).withDependencyPool(64);
        LongPredicate fails = copy -> failingCopy > 0 && copy % failingCopy == 0;
        Options options = Options.deps(DepsPools.DEFAULT)
                .withShadow(shadow)
                .withRings(rings)
                .withFaults(plan -> plan.withFaults(fails, plan.spoolOpener()));
        try (ChipWorker worker = RecordedRun.worker(options)) {
            Seeds.each(60, seed -> {
                try {
                    runOnce(worker, options, seed);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    private void runOnce(ChipWorker worker, Options options, long seed) throws Exception {
        Random random = new Random(seed);
        Path own = Files.createDirectory(directory.resolve(Long.toHexString(seed)));
        try (RecordedRun run = RecordedRun.open(own, options.withPools(DepsPools.tiny(1 + random.nextInt(40))))) {
            HostTensor shared = HostTensor.inout("shared", SHARED, new float[64]);
            run.run(worker, graph -> program(graph, random), List.of(shared));
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            ChannelResult result = new DepsSink(run.session(), DependencyReplay::new)
                    .finish(RunEvidence.counted(-1, run.result().submitted(), -1));
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
        }
    }

    /**
     * The table file that stands for the dependency file holds the graph that the file has, also
     * where it is made while the run goes on; a copy that fails brings slots out of their order.
     */
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "true, 7"})
    @Timeout(120)
    void theGraphInTheTableFileIsTheOneOfTheDependencyFile(boolean beside, int failingCopy) {
        Options options = Options.deps(DepsPools.DEFAULT)
                .withShadow(failingCopy > 0)
                .withFaults(plan ->
                        failingCopy == 0 ? plan : plan.withFaults(copy -> copy % failingCopy == 0, plan.spoolOpener()));
        try (ChipWorker worker = RecordedRun.worker(options)) {
            Seeds.each(20, seed -> {
                try {
                    int replays = compareOnce(worker, options, beside, seed);
                    assertThat(replays).isBetween(1, failingCopy == 0 ? 1 : 2);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    /** Answers how many replays were made: a second one if that beside the run was of no use. */
    private int compareOnce(ChipWorker worker, Options options, boolean beside, long seed) throws Exception {
        Random random = new Random(seed);
        Path own = Files.createDirectory(directory.resolve(Long.toHexString(seed)));
        AtomicInteger replays = new AtomicInteger();
        Options small = options.withPools(DepsPools.tiny(1 + random.nextInt(40)));
        Path capture;
        try (RecordedRun run = RecordedRun.open(own, small)) {
            DepsSink sink = new DepsSink(
                    run.session(),
                    () -> {
                        replays.incrementAndGet();
                        return new DependencyReplay();
                    },
                    beside ? 0 : Long.MAX_VALUE);
            sink.begin();
            HostTensor shared = HostTensor.inout("shared", SHARED, new float[64]);
            run.run(worker, graph -> program(graph, random), List.of(shared));
            assertThat(run.result().isOk()).as(run.result().sentence()).isTrue();
            ChannelResult result =
                    sink.finish(RunEvidence.counted(-1, run.result().submitted(), -1));
            assertThat(result.verdict().line()).isEqualTo("COMPLETE");
            run.session().keepTables();
            capture = run.session().captureDirectory();
        }
        Findings met = new Findings();
        Path head = CaptureFinder.at(capture).dependencies().orElseThrow();
        DependencyGraph read = DepsReader.read(head, met).orElseThrow();
        Path file = own.resolve(DepsWriter.FILE_NAME);
        DepsWriter.write(file, DepsReader.readWithDetail(head, met).orElseThrow());
        DependencyGraph written = DepsReader.read(file, met).orElseThrow();
        assertThat(lines(read)).hasSizeGreaterThan(30).isEqualTo(lines(written));
        assertThat(read.remark()).isEqualTo(written.remark());
        assertThat(met.kept()).isEmpty();
        return replays.get();
    }

    private static List<String> lines(DependencyGraph graph) {
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < graph.nodeCount(); node++) {
            lines.add("%s %s %d %d %d x%d %s %s %s"
                    .formatted(
                            graph.taskId(node),
                            graph.kind(node),
                            graph.kernel(node, 0),
                            graph.kernel(node, 1),
                            graph.kernel(node, 2),
                            graph.blockCount(node),
                            graph.isManualScope(node),
                            graph.isEarlyDispatch(node),
                            graph.isPredicated(node)));
        }
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            lines.add("%d -> %d %d %s %s %s %s %s"
                    .formatted(
                            edges.predecessor(edge),
                            edges.successor(edge),
                            edges.argument(edge),
                            edges.source(edge),
                            edges.overlap(edge),
                            edges.hasFlags(edge),
                            edges.waits(edge),
                            edges.retains(edge)));
        }
        return lines;
    }

    private static void program(TaskGraph graph, Random random) {
        for (int scope = 0; scope < 30; scope++) {
            try (Scope _ = random.nextInt(6) == 0 ? graph.manualScope() : graph.scope()) {
                if (random.nextInt(5) == 0) {
                    graph.read(graph.argument(0), random.nextInt(64)); // also learns who is gone
                }
                Tensor made = null;
                long before = -1;
                if (random.nextInt(4) == 0) {
                    Tensor[] alone = graph.alloc(MADE);
                    made = random.nextBoolean() ? alone[0] : null;
                }
                for (int task = random.nextInt(8); task > 0; task--) {
                    TaskBuilder builder =
                            random.nextInt(9) == 0 ? graph.dummy() : graph.task(KERNELS[random.nextInt(2)]);
                    add(builder, random, view(random, graph.argument(0)));
                    if (made != null) {
                        add(builder, random, view(random, made));
                    }
                    if (before >= 0 && random.nextInt(3) == 0) {
                        builder = random.nextBoolean() ? builder.after(before) : builder;
                        builder.afterWaitOnly(before);
                    }
                    if (random.nextInt(3) == 0) {
                        builder.out(MADE);
                    }
                    Submission submission = builder.submit();
                    before = submission.id();
                    made = submission.outputCount() > 0 ? submission.output(0) : made;
                }
            }
        }
    }

    private static void add(TaskBuilder builder, Random random, Tensor view) {
        switch (random.nextInt(5)) {
            case 0, 1 -> builder.in(view);
            case 2 -> builder.inout(view);
            case 3 -> builder.outExisting(view);
            default -> builder.noDep(view);
        }
    }

    private static Tensor view(Random random, Tensor whole) {
        int row = random.nextInt(whole.dimension(0));
        Tensor part = whole.slice(0, row, 1 + random.nextInt(whole.dimension(0) - row));
        return switch (random.nextInt(4)) {
            case 0 -> part.transpose(0, 1);
            case 1 -> part.strided(1, 2);
            default -> part;
        };
    }
}
