package io.tidemark.recording.whatif;

import io.tidemark.abi.DfxFlags;
import io.tidemark.chip.ChipProfile;
import io.tidemark.recording.whatif.GraphReplay.Edge;
import io.tidemark.runtime.RingSizes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What is to be different from the captured run; nothing if nothing is said. Immutable but for the
 * builder's methods, which return a changed copy.
 */
public final class Changes {
    /** No change. */
    public static final Changes NONE = new Changes(UnaryOperator.identity(), Map.of(), Set.of(), 1, 1, false, false);

    private final UnaryOperator<Machine> machine;
    private final Map<Integer, KernelTime> kernels;
    private final Set<Edge> without;
    private final double submitFactor;
    private final double dispatchFactor;
    private final boolean isProfilerFree;
    private final boolean isPathFirst;

    /**
     * A new time of a kernel.
     *
     * @param factor of the recorded time; not looked at if there are nanoseconds
     * @param nanos of every run, if that is given
     */
    public record KernelTime(double factor, Optional<Long> nanos) {
        long apply(long recordedPicos) {
            return nanos.isPresent() ? nanos.get() * ChipProfile.NANO : Math.round(recordedPicos * factor);
        }
    }

    private Changes(
            UnaryOperator<Machine> machine,
            Map<Integer, KernelTime> kernels,
            Set<Edge> without,
            double submitFactor,
            double dispatchFactor,
            boolean isProfilerFree,
            boolean isPathFirst) {
        this.isPathFirst = isPathFirst;
        this.machine = machine;
        this.kernels = kernels;
        this.without = without;
        this.submitFactor = submitFactor;
        this.dispatchFactor = dispatchFactor;
        this.isProfilerFree = isProfilerFree;
    }

    private Changes and(UnaryOperator<Machine> more) {
        return and(more, submitFactor, dispatchFactor, isProfilerFree);
    }

    private Changes and(UnaryOperator<Machine> more, double submit, double dispatch, boolean profilerFree) {
        return new Changes(
                before -> more.apply(machine.apply(before)),
                kernels,
                without,
                submit,
                dispatch,
                profilerFree,
                isPathFirst);
    }

    public Changes clusters(int count) {
        return and(before -> before.withClusters(count));
    }

    public Changes aicpuThreads(int count) {
        return and(before -> before.withAicpuThreads(count));
    }

    /** Every run of a kernel takes another time. */
    public Changes kernel(int functionId, KernelTime time) {
        Map<Integer, KernelTime> all = new HashMap<>(kernels);
        all.put(functionId, time);
        return new Changes(machine, all, without, submitFactor, dispatchFactor, isProfilerFree, isPathFirst);
    }

    /** A submit costs {@code factor} times as much: by itself, for its arguments and its edges. */
    public Changes submit(double factor) {
        return costs(
                submitFactor * factor,
                dispatchFactor,
                old -> new ChipProfile.Control(
                        scaled(old.submit(), factor),
                        scaled(old.argument(), factor),
                        scaled(old.edge(), factor),
                        scaled(old.allocation(), factor),
                        old.scope(),
                        old.look(),
                        old.loop(),
                        old.poll(),
                        old.completion(),
                        old.consumer(),
                        old.dispatch(),
                        old.retirement(),
                        old.release()));
    }

    /**
     * Sending a kernel run to a core costs {@code factor} times as much. In real time this is the time from the moment
     * at which a task is ready and a core is free to the start of the task.
     */
    public Changes dispatch(double factor) {
        return costs(
                submitFactor,
                dispatchFactor * factor,
                old -> new ChipProfile.Control(
                        old.submit(),
                        old.argument(),
                        old.edge(),
                        old.allocation(),
                        old.scope(),
                        old.look(),
                        old.loop(),
                        old.poll(),
                        old.completion(),
                        old.consumer(),
                        scaled(old.dispatch(), factor),
                        old.retirement(),
                        old.release()));
    }

    private Changes costs(double submit, double dispatch, UnaryOperator<ChipProfile.Control> change) {
        return and(
                before -> {
                    ChipProfile old = before.profile();
                    return before.withProfile(new ChipProfile(
                            old.name(),
                            change.apply(old.control()),
                            old.link(),
                            old.matrix(),
                            old.vector(),
                            old.records()));
                },
                submit,
                dispatch,
                isProfilerFree);
    }

    private static long scaled(long picos, double factor) {
        return Math.round(picos * factor);
    }

    public Changes rings(UnaryOperator<RingSizes> change) {
        return and(before -> before.withRings(change.apply(before.rings())));
    }

    /** The consumer does not wait for the producer. */
    public Changes withoutEdge(long producer, long consumer) {
        Set<Edge> all = new HashSet<>(without);
        all.add(new Edge(producer, consumer));
        return new Changes(machine, kernels, all, submitFactor, dispatchFactor, isProfilerFree, isPathFirst);
    }

    /** Records cost nothing. */
    public Changes freeProfiler() {
        return and(
                before -> before.withProfile(before.profile().withFreeProfiler()), submitFactor, dispatchFactor, true);
    }

    /** The profile gives all costs but the costs of kernels; kernels take the recorded time. */
    public Changes profile(ChipProfile costs) {
        return and(before -> before.withProfile(costs));
    }

    /** What is recorded, which costs. */
    Changes recording(DfxFlags flags) {
        return and(before -> before.withRecords(flags));
    }

    /**
     * Of several ready tasks the one goes first behind which most time lies, and not the oldest.
     */
    public Changes criticalPathFirst() {
        return new Changes(machine, kernels, without, submitFactor, dispatchFactor, isProfilerFree, true);
    }

    boolean isPathFirst() {
        return isPathFirst;
    }

    /** The machine as it is with them. */
    public Machine apply(Machine before) {
        return machine.apply(before);
    }

    double submitFactor() {
        return submitFactor;
    }

    double dispatchFactor() {
        return dispatchFactor;
    }

    boolean isProfilerFree() {
        return isProfilerFree;
    }

    Set<Edge> without() {
        return without;
    }

    /** The new time of a kernel; empty if it takes what was recorded. */
    public Optional<KernelTime> kernelTime(int functionId) {
        return Optional.ofNullable(kernels.get(functionId));
    }

    /** New times of all kernel runs, in picoseconds. */
    long[] apply(CapturedGraph graph, long[] recorded) {
        if (kernels.isEmpty()) {
            return recorded;
        }
        long[] changed = recorded.clone();
        int last = CapturedGraph.NO_KERNEL;
        KernelTime time = null;
        for (int at = 0; at < changed.length; at++) {
            int kernel = graph.durationKernel.get(at);
            if (kernel != last) { // most are as the one before
                last = kernel;
                time = kernels.get(kernel);
            }
            changed[at] = time == null ? changed[at] : time.apply(changed[at]);
        }
        return changed;
    }
}
