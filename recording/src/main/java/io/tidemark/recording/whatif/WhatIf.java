package io.tidemark.recording.whatif;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OrchestrationSide;
import io.tidemark.capture.Capture;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.simulated.ModelClock;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.recording.whatif.GraphReplay.Looks;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Answers what a captured run would have been under changes, by running its graph again in virtual
 * time on the production runtime. Immutable; any thread may ask, each question runs on a chip of
 * its own.
 */
public final class WhatIf {
    private static final double NEAR = 0.0005;
    private static final int MOST_LOOKS = 12;
    private static final int REHEARSED_RUNS = 100_000; // of graphs that are worth it
    private static final int REHEARSALS = 6;
    private static final int REHEARSED_SUBMITS = 1_024;
    private static final long REHEARSED_PICOS = 1_000 * ChipProfile.NANO;
    private static final int MOST_ROUNDS = 8; // of finding out how long kernels took

    private final Machine machine;
    private final CapturedGraph graph;
    private final CaptureModel model;
    private final Map<Integer, long[]> kernelPicos;
    private final boolean asksChip;
    private final RecordedCosts costs; // null in virtual time
    private final Durations durations;
    private final long[] recorded; // picoseconds
    private final Looks looks;
    private final long baseline;
    private final BooleanSupplier stop;

    private WhatIf(
            Machine machine, CapturedGraph graph, CaptureModel model, Optional<VirtualModel> told, BooleanSupplier stop)
            throws WhatIfRefusedException {
        this.stop = stop;
        this.kernelPicos = told.map(VirtualModel::kernelPicos).orElse(Map.of());
        this.asksChip = told.map(VirtualModel::asksChip).orElse(false);
        this.machine = machine;
        this.graph = graph;
        this.model = model;
        rehearse();
        Fit best = null;
        for (RecordedCosts each : graph.costs()) {
            Fit fit = fit(Looks.NEVER, each);
            best = best == null || distance(fit.makespan()) < distance(best.makespan()) ? fit : best;
        }
        best = best == null ? fit(Looks.NEVER, null) : best;
        if (machine.isModelled()
                && machine.runtime().reclaims()
                && !graph.saysCalls()
                && distance(best.makespan()) > NEAR) {
            for (Looks each : others()) {
                Fit fit = fit(each, null);
                best = isBetter(fit, best) ? fit : best;
            }
        }
        this.costs = best.costs();
        this.durations = best.durations();
        this.recorded = best.picos();
        this.looks = best.looks();
        this.baseline = best.makespan();
    }

    /**
     * Runs the beginning of a large graph a few times, with and without the work that is done only once. The compiler
     * then knows how runs begin and end before it compiles the code that runs for long. It need not compile again in
     * the middle of the first question.
     */
    private void rehearse() {
        if (graph.runs() < REHEARSED_RUNS) {
            return;
        }
        RecordedCosts beside = graph.costs().isEmpty() ? null : graph.costs().getFirst();
        long[] starts = new long[graph.runs()];
        long[] picos = new long[graph.runs()];
        Arrays.fill(picos, REHEARSED_PICOS);
        try {
            for (int i = 0; i < REHEARSALS; i++) {
                run(
                        Changes.NONE,
                        picos,
                        beside,
                        leads(beside),
                        Looks.NEVER,
                        i % 2 == 0 ? starts : null,
                        REHEARSED_SUBMITS);
            }
        } catch (WhatIfRefusedException fails) {
            return; // the whole run will say it
        }
    }

    private WhatIf(WhatIf other, BooleanSupplier stop) {
        this.machine = other.machine;
        this.graph = other.graph;
        this.model = other.model;
        this.kernelPicos = other.kernelPicos;
        this.asksChip = other.asksChip;
        this.costs = other.costs;
        this.durations = other.durations;
        this.recorded = other.recorded;
        this.looks = other.looks;
        this.baseline = other.baseline;
        this.stop = stop;
    }

    /**
     * The same for somebody who may lose interest: questions end soon after {@code isStopped} is
     * true, with a {@link CancellationException}.
     */
    public WhatIf until(BooleanSupplier isStopped) {
        return new WhatIf(this, isStopped);
    }

    private List<Looks> others() {
        List<Looks> others = new ArrayList<>();
        graph.kernels().stream().limit(MOST_LOOKS).forEach(kernel -> others.add(Looks.before(kernel)));
        others.add(Looks.ALWAYS);
        return others;
    }

    private boolean isBetter(Fit one, Fit other) {
        return one.matches() > other.matches()
                || one.matches() == other.matches() && distance(one.makespan()) < distance(other.makespan());
    }

    /** The graph run unchanged, in one way that its orchestration may have looked at elements. */
    private record Fit(
            Looks looks, RecordedCosts costs, Durations durations, long[] picos, long makespan, int matches) {}

    private Fit fit(Looks reads, RecordedCosts beside) throws WhatIfRefusedException {
        Durations taken = new Durations(graph, tickPicos(), kernelPicos);
        if (machine.isModelled()) {
            taken.smooth();
        }
        Fit best = null;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            long[] starts = new long[graph.runs()];
            long[] picos = taken.picos();
            long makespan = makespan(Changes.NONE, picos, beside, leads(beside), reads, starts);
            int matches = taken.matches(starts);
            if (best == null || matches > best.matches()) {
                best = new Fit(reads, beside, taken, picos, makespan, matches);
            }
            if (!machine.isModelled() || !taken.refine(starts)) {
                break;
            }
        }
        return best;
    }

    private long tickPicos() {
        return Math.max(1, Math.round(model.axis().microsPerTick() * 1e6));
    }

    private double distance(long makespan) {
        return Math.abs(makespan - capturedNanos()) / (double) Math.max(1, capturedNanos());
    }

    /**
     * Reads the graph and runs it unchanged.
     *
     * @throws WhatIfRefusedException if the capture holds no whole run
     */
    public static WhatIf of(Capture capture, Machine machine) throws WhatIfRefusedException {
        return of(capture, machine, () -> false);
    }

    /** The same, as {@link #until} does. */
    public static WhatIf of(Capture capture, Machine machine, BooleanSupplier isStopped) throws WhatIfRefusedException {
        return new WhatIf(
                machine,
                CapturedGraphBuilder.of(capture, machine),
                capture.model(),
                VirtualModel.read(capture.directory().root()),
                isStopped);
    }

    public Machine machine() {
        return machine;
    }

    public CapturedGraph graph() {
        return graph;
    }

    /** Makespan of the capture. */
    public long capturedNanos() {
        return graph.makespanNanos();
    }

    /** Makespan of the graph run again without a change. */
    public long replayedNanos() {
        return baseline;
    }

    /** How far the unchanged run is from the capture, as a share of it; above 0 if it is longer. */
    public double replayError() {
        return capturedNanos() == 0 ? 0 : (double) (baseline - capturedNanos()) / capturedNanos();
    }

    /** Whether it is known to the picosecond how long every kernel run took. */
    public boolean isExact() {
        return machine.isModelled() && durations.isExact();
    }

    /**
     * Whether every kernel run took what its kernel says: one that waits for others, or spends time
     * in its body, takes longer. True also where the capture does not say it.
     */
    public boolean isWaitFree() {
        return !machine.isModelled() || durations.isWaitFree();
    }

    /**
     * Whether the orchestration asked how many cores there are: with others its graph may be
     * another. False also where the capture does not say it.
     */
    public boolean asksChip() {
        return asksChip;
    }

    /** Total recorded time of each kernel, by its function id. */
    public Map<Integer, Long> kernelNanos() {
        Map<Integer, Long> sums = new HashMap<>();
        for (int at = 0; at < recorded.length; at++) {
            sums.merge(graph.durationKernel.get(at), recorded[at], Long::sum);
        }
        sums.replaceAll((kernel, picos) -> picos / ChipProfile.NANO);
        return sums;
    }

    public String kernelName(int functionId) {
        return model.names().of(functionId);
    }

    /** Makespan under changes. */
    public long makespan(Changes changes) throws WhatIfRefusedException {
        return makespan(changes, recorded, costs, leads(costs), looks, null);
    }

    /** What passed before each kernel run, in nanoseconds; null in virtual time. */
    private static long[] leads(RecordedCosts beside) {
        return beside == null ? null : beside.leads();
    }

    private void requireKnown(Changes changes) throws WhatIfRefusedException {
        if (machine.isModelled()) {
            return;
        }
        if (changes.apply(machine).aicpuThreads() != machine.aicpuThreads()) {
            throw new WhatIfRefusedException(
                    "the run was in real time: what a scheduler does there is not recorded apart from"
                            + " its waits, so nobody knows what more or fewer of them would do.");
        }
        if (changes.isProfilerFree()) {
            throw new WhatIfRefusedException("the run was in real time, where nobody knows what recording cost.");
        }
    }

    private long makespan(Changes changes, long[] picos, RecordedCosts beside, long[] leads, Looks reads, long[] starts)
            throws WhatIfRefusedException {
        return run(changes, picos, beside, leads, reads, starts, graph.size());
    }

    /** The makespan of this many submits. */
    private long run(
            Changes changes, long[] picos, RecordedCosts beside, long[] leads, Looks reads, long[] starts, int submits)
            throws WhatIfRefusedException {
        requireKnown(changes);
        Machine changed = changes.apply(machine);
        RuntimeConfig config = config(changed, changes, beside);
        GraphReplay replay = replay(changes, picos, beside, leads, reads);
        replay.endAfter(submits);
        CoreLog log = new CoreLog(changed.runtime().side() == OrchestrationSide.HOST);
        ModelClock clock = new ModelClock(changed.platform().clockHz());
        replay.logStarts(starts, clock::picos);
        RunSetup setup = RunSetup.modelled(config, clock, null)
                .withProbes(core -> log, scheduler -> null, null)
                .recording(changed.replayed());
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    replay,
                    GraphReplay.tensors(),
                    changed.call(DfxFlags.NONE),
                    changed.records().has(DfxFeature.PMU) ? setup.withSingleIssue() : setup);
            requireDone(result, replay, changed);
        } catch (IllegalArgumentException wrong) {
            throw new WhatIfRefusedException(wrong.getMessage() + ".");
        }
        return Math.round(log.ticks() * 1e9 / clock.hertz());
    }

    private RuntimeConfig config(Machine changed, Changes changes, RecordedCosts beside) throws WhatIfRefusedException {
        try {
            return beside == null
                    ? changed.config(Optional.empty(), graph, changes.isPathFirst())
                    : changed.config(
                            Optional.of(taskId -> hold(taskId, changes, beside)), graph, changes.isPathFirst());
        } catch (IllegalArgumentException wrong) {
            throw new WhatIfRefusedException(wrong.getMessage() + ".");
        }
    }

    private long hold(long taskId, Changes changes, RecordedCosts beside) {
        return Math.round(beside.holdNanos(graph.step(taskId)) * changes.dispatchFactor()) * ChipProfile.NANO;
    }

    private GraphReplay replay(Changes changes, long[] picos, RecordedCosts beside, long[] leads, Looks reads) {
        long[] before = leads;
        if (leads != null && changes.dispatchFactor() != 1) {
            before = new long[leads.length];
            Arrays.setAll(before, at -> Math.round(leads[at] * changes.dispatchFactor()));
        }
        long[] changed = changes.apply(graph, picos);
        GraphReplay replay = new GraphReplay(
                graph,
                changed,
                changes.isPathFirst() ? graph.picosBehind(changed) : null,
                beside,
                before,
                changes.submitFactor(),
                changes.without(),
                reads,
                model.names()::of);
        replay.stopWhen(stop);
        return replay;
    }

    private void requireDone(RunResult result, GraphReplay replay, Machine changed) throws WhatIfRefusedException {
        if (replay.isStopped()) {
            throw new CancellationException("the question was withdrawn");
        }
        if (replay.refusal() != null) {
            throw new WhatIfRefusedException(replay.refusal() + ".");
        }
        if (!result.isOk() && asksChip && changed.clusters() != machine.clusters()) {
            throw new WhatIfRefusedException(
                    ("the captured graph was built for %1$d clusters: its orchestration asked how"
                                    + " many there are, so with %2$d it may submit another graph, and this one fails there"
                                    + " (%3$s). Record the run with --clusters %2$d instead.")
                            .formatted(machine.clusters(), changed.clusters(), result.sentence()));
        }
        if (!result.isOk()) {
            throw new WhatIfRefusedException("the changed run would fail: " + result.sentence());
        }
    }

    /**
     * Makespans under changes with durations drawn anew. In real time each duration is drawn from the recorded ones of
     * its kernel. In virtual time equal work takes equal time, so each is drawn within the rounding of its stamps.
     *
     * @param seed equal seeds give equal draws
     */
    public List<Long> resampled(Changes changes, int draws, long seed) throws WhatIfRefusedException {
        Random random = new Random(seed);
        List<Long> makespans = new ArrayList<>();
        for (int draw = 0; draw < draws; draw++) {
            if (machine.isModelled()) {
                makespans.add(makespan(changes, durations.drawn(recorded, random), null, null, looks, null));
            } else {
                int[] from = drawn(random);
                long[] leads = costs.leads();
                makespans.add(makespan(
                        changes,
                        Arrays.stream(from).mapToLong(at -> recorded[at]).toArray(),
                        costs,
                        Arrays.stream(from).mapToLong(at -> leads[at]).toArray(),
                        looks,
                        null));
            }
        }
        return makespans;
    }

    /** Another run of the same kernel for each. */
    private int[] drawn(Random random) {
        Map<Integer, IntColumn> byKernel = new HashMap<>();
        for (int at = 0; at < recorded.length; at++) {
            byKernel.computeIfAbsent(graph.durationKernel.get(at), any -> new IntColumn())
                    .add(at);
        }
        int[] drawn = new int[recorded.length];
        for (int at = 0; at < drawn.length; at++) {
            IntColumn all = byKernel.get(graph.durationKernel.get(at));
            drawn[at] = all.get(random.nextInt(all.size()));
        }
        return drawn;
    }

    /** Function ids in the graph, in order. */
    public Collection<Integer> kernels() {
        return graph.kernels();
    }

    /**
     * Runs under changes and keeps the run as a capture.
     *
     * @param capture a directory that is empty or does not exist
     */
    public void record(Changes changes, String title, Path capture) throws IOException, WhatIfRefusedException {
        Machine changed = changes.apply(machine);
        RecordingPlan plan = RecordingPlan.into(capture)
                .title(title)
                .config(config(changed, changes, costs))
                .call(changed.call(changed.replayed()))
                .build();
        requireKnown(changes);
        GraphReplay replay = replay(changes, recorded, costs, leads(costs), looks);
        try (Recorder recorder = Recorder.open(plan)) {
            RunResult result = recorder.record(new Program(title, replay, GraphReplay.tensors(), replay.kernels()));
            requireDone(result, replay, changed);
            recorder.seal();
        }
    }
}
