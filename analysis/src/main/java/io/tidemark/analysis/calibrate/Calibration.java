package io.tidemark.analysis.calibrate;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.deps.ArgType;
import io.tidemark.capture.deps.DependencyDetail;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.deps.RegionTable;
import io.tidemark.capture.identity.TensorIdentity;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Fits the numbers of a chip profile to any number of runs: costs of submits, scheduler phases and
 * kernels by least squares, latencies as what the quickest tenth took. What the runs do not hold is
 * not fitted. Add runs, then ask. One thread.
 */
public final class Calibration {
    private static final double MICRO = 1_000; // nanoseconds
    private static final int FEWEST = 8;

    private final LineFit submits = new LineFit(2);
    private final LineFit completions = new LineFit(1);
    private final LineFit dispatches = new LineFit(1);
    private final LineFit releases = new LineFit(1);
    private final LineFit matrix = new LineFit(1);
    private final LineFit vector = new LineFit(1);
    private final LongColumn launches = new LongColumn();
    private final LongColumn statuses = new LongColumn();

    /**
     * What recording adds to what is recorded, in nanoseconds.
     *
     * @param submit to a submit
     * @param completion to each kernel run whose end a scheduler sees
     */
    public record RecorderNanos(double submit, double completion) {
        /** Where that is not known: it counts as part of the costs. */
        public static final RecorderNanos UNKNOWN = new RecorderNanos(0, 0);
    }

    /**
     * @param graph with the arguments of each task, if the capture has them
     */
    public void add(CaptureModel run, Optional<DependencyGraph> graph, RecorderNanos recorder) {
        addSubmits(run, graph, recorder.submit());
        addPhases(run, recorder.completion());
        addKernels(run, graph);
    }

    private void addSubmits(CaptureModel run, Optional<DependencyGraph> graph, double recorderNanos) {
        SubmitPhases phases = run.table().orchestratorSubmits();
        double nanosPerTick = run.axis().microsPerTick() * MICRO;
        int[] edges = graph.map(Calibration::fanin).orElse(new int[0]);
        for (int row = 0; row < phases.size(); row++) {
            int node = graph.isPresent() ? graph.get().nodeOf(phases.taskId(row)) : DependencyGraph.NO_NODE;
            boolean isTask =
                    node != DependencyGraph.NO_NODE && node < graph.get().taskCount(); // no allocation
            if (phases.phase(row).equals(SubmitPhases.SUBMIT) && isTask) {
                submits.add(
                        (phases.end(row) - phases.start(row)) * nanosPerTick - recorderNanos,
                        arguments(graph.get(), node),
                        edges[node]);
            }
        }
    }

    /** A submit looks up the maker of a buffer for each argument; the graph names it once. */
    private static int[] fanin(DependencyGraph graph) {
        int[] count = new int[graph.nodeCount()];
        DependencyEdges edges = graph.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            int task = edges.successor(edge);
            count[task] += edges.source(edge) == EdgeSource.CREATOR && saysMakers(graph, task) ? 0 : 1;
        }
        for (int task = 0; task < graph.taskCount(); task++) {
            if (saysMakers(graph, task)) {
                DependencyDetail detail = graph.detail().orElseThrow();
                for (int at = detail.argumentBegin(task); at < detail.argumentEnd(task); at++) {
                    count[task] += detail.argumentOwner(at) == TensorIdentity.NO_OWNER ? 0 : 1;
                }
            }
        }
        return count;
    }

    private static boolean saysMakers(DependencyGraph graph, int task) {
        return task < graph.taskCount()
                && graph.detail().filter(DependencyDetail::hasOwners).isPresent()
                && !graph.isManualScope(task);
    }

    private static int arguments(DependencyGraph graph, int node) {
        return graph.detail()
                .map(detail -> detail.argumentEnd(node) - detail.argumentBegin(node))
                .orElse(0);
    }

    private void addPhases(CaptureModel run, double completionNanos) {
        SchedulerPhases phases = run.table().schedulerPhases();
        double nanosPerTick = run.axis().microsPerTick() * MICRO;
        for (int row = 0; row < phases.size(); row++) {
            LineFit fit = fit(phases.kind(row));
            if (fit != null && phases.hasCount(row) && phases.tasksProcessed(row) > 0) {
                long count = phases.tasksProcessed(row);
                double recorder = fit == completions ? count * completionNanos : 0;
                fit.add((phases.endTick(row) - phases.startTick(row)) * nanosPerTick - recorder, count);
            }
        }
    }

    private LineFit fit(SchedPhaseKind kind) {
        return switch (kind) {
            case COMPLETE -> completions;
            case DISPATCH -> dispatches;
            case RELEASE -> releases;
            default -> null;
        };
    }

    private void addKernels(CaptureModel run, Optional<DependencyGraph> graph) {
        KernelRuns rows = run.runs();
        long[] lastEnd = new long[rows.highestCore() + 1];
        Arrays.fill(lastEnd, KernelRuns.NONE);
        Integer[] order = new Integer[rows.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(rows.start(a), rows.start(b)));
        for (int row : order) {
            if (!rows.isTimed(row)) {
                continue;
            }
            addLatencies(rows, row, lastEnd[rows.core(row)]);
            lastEnd[rows.core(row)] = rows.end(row);
            long bytes = graph.map(g -> bytes(g, rows.taskId(row))).orElse(-1L);
            if (bytes >= 0) {
                (rows.coreType(row) == CoreType.AIC ? matrix : vector).add(rows.end(row) - rows.start(row), bytes);
            }
        }
    }

    /** A core that was busy when a task came, or a scheduler that was, says nothing of the way. */
    private void addLatencies(KernelRuns rows, int row, long lastEnd) {
        long seen = rows.receive(row) == KernelRuns.NONE ? rows.start(row) : rows.receive(row);
        if (rows.hasDispatch(row) && lastEnd < rows.dispatch(row) && seen >= rows.dispatch(row)) {
            launches.add(seen - rows.dispatch(row));
        }
        if (rows.hasFinish(row) && rows.finish(row) >= rows.end(row)) {
            statuses.add(rows.finish(row) - rows.end(row));
        }
    }

    /** A block's share of what its task reads and writes, or -1 if the file does not say. */
    private static long bytes(DependencyGraph graph, long taskId) {
        int node = graph.nodeOf(taskId);
        if (node == DependencyGraph.NO_NODE || graph.detail().isEmpty() || node >= graph.taskCount()) {
            return -1;
        }
        DependencyDetail detail = graph.detail().get();
        long bytes = 0;
        for (int at = detail.argumentBegin(node); at < detail.argumentEnd(node); at++) {
            int region = detail.argumentRegion(at);
            Optional<DType> type = region == RegionTable.NONE
                    ? Optional.empty()
                    : dtype(detail.regions().dataType(region));
            if (type.isEmpty()) {
                return -1;
            }
            long elements = 1;
            for (long size : detail.regions().shape(region)) {
                elements *= size;
            }
            long each = elements * type.get().bits() / Byte.SIZE;
            bytes += detail.argumentType(at) == ArgType.INOUT ? 2 * each : each;
        }
        return bytes / Math.max(1, graph.blockCount(node));
    }

    private static Optional<DType> dtype(String name) {
        return Arrays.stream(DType.values()).filter(t -> t.name().equals(name)).findFirst();
    }

    /**
     * What the runs say, in the order of a profile.
     *
     * @param matrixGigahertz clock of matrix cores; their rate is given per cycle of this clock
     * @param vectorGigahertz the same of vector cores
     */
    public List<FittedNumber> numbers(double matrixGigahertz, double vectorGigahertz) {
        List<FittedNumber> numbers = new ArrayList<>();
        if (submits.solve()) {
            String how = "submits of the orchestrator";
            add(numbers, "control.submit_ns", submits.base(), submits, how);
            add(numbers, "control.argument_ns", submits.each(0), submits, how);
            add(numbers, "control.edge_ns", submits.each(1), submits, how);
        }
        double dispatch = 0;
        if (completions.solve()) {
            add(numbers, "control.completion_ns", completions.each(0), completions, "complete phases");
        }
        if (dispatches.solve()) {
            dispatch = dispatches.each(0);
            add(numbers, "control.dispatch_ns", dispatch, dispatches, "dispatch phases");
        }
        if (releases.solve()) {
            add(numbers, "control.release_ns", releases.each(0), releases, "release phases");
        }
        latency(numbers, "link.launch_ns", launches, dispatch, "from dispatch to an idle core");
        latency(numbers, "link.status_ns", statuses, 0, "from the end to the scheduler");
        cores(numbers, "matrix", matrix, matrixGigahertz);
        cores(numbers, "vector", vector, vectorGigahertz);
        return numbers;
    }

    private static void add(List<FittedNumber> numbers, String path, double value, LineFit fit, String how) {
        numbers.add(new FittedNumber(path, value, fit.samples(), fit.medianErrorPercent(), how));
    }

    private static void latency(List<FittedNumber> numbers, String path, LongColumn samples, double less, String how) {
        if (samples.size() < FEWEST) {
            return;
        }
        long[] sorted = new long[samples.size()];
        Arrays.setAll(sorted, samples::get);
        Arrays.sort(sorted);
        double quick = Math.max(0, sorted[sorted.length / 10] - less);
        numbers.add(new FittedNumber(path, quick, sorted.length, Double.NaN, how));
    }

    private static void cores(List<FittedNumber> numbers, String kind, LineFit fit, double gigahertz) {
        if (!fit.solve()) {
            return;
        }
        add(numbers, kind + ".start_ns", fit.base(), fit, "kernel runs and the bytes of their tensors");
        if (fit.each(0) > 0) {
            add(
                    numbers,
                    kind + ".bytes_per_cycle",
                    1 / (fit.each(0) * gigahertz),
                    fit,
                    "kernel runs and the bytes of their tensors");
        }
    }
}
