package io.tidemark.checks.whatif;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.StoredCapture;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.simulated.ModelClock;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.recording.whatif.Candidates;
import io.tidemark.recording.whatif.Candidates.Candidate;
import io.tidemark.recording.whatif.Changes;
import io.tidemark.recording.whatif.Changes.KernelTime;
import io.tidemark.recording.whatif.Interval;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.runtime.engine.RunSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Captures a subject, predicts random changes of it, and runs them. For one thread. */
final class Trials {
    private static final DfxFlags RECORDS = DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN);

    private final Subject subject;
    private final Random random;
    private final Machine machine;
    private final WhatIf run;

    /**
     * One prediction and what came of it.
     *
     * @param predicted nanoseconds; empty if it said that the run would fail
     * @param isCovered whether the interval has the actual makespan; both may say that it fails
     * @param actual nanoseconds; empty if it did
     */
    record Trial(String subject, String change, OptionalLong predicted, boolean isCovered, OptionalLong actual) {
        /** Share of the actual makespan by which the prediction is wrong; 1 if only one failed. */
        double error() {
            if (predicted.isEmpty() || actual.isEmpty()) {
                return predicted.isEmpty() == actual.isEmpty() ? 0 : 1;
            }
            return Math.abs(predicted.getAsLong() - actual.getAsLong()) / (double) Math.max(1, actual.getAsLong());
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %.3f %% |",
                    subject,
                    change,
                    text(predicted),
                    text(actual),
                    100 * error());
        }

        private static String text(OptionalLong nanos) {
            return nanos.isEmpty() ? "fails" : String.format(Locale.ROOT, "%.2f", nanos.getAsLong() / 1e3);
        }
    }

    private Trials(Subject subject, Random random, Machine machine, WhatIf run) {
        this.subject = subject;
        this.random = random;
        this.machine = machine;
        this.run = run;
    }

    /** Captures the subject on a random machine. */
    static Trials of(Subject subject, long seed, Path capture) throws IOException, WhatIfRefusedException {
        Random random = new Random(seed);
        Machine machine = new Machine(
                Platform.A2A3,
                RuntimeKind.TMR,
                1 + random.nextInt(12),
                3 + random.nextInt(2),
                subject.rings(),
                ChipProfiles.shipped("a2a3"),
                RECORDS,
                false,
                true,
                true);
        RecordingPlan plan = RecordingPlan.into(capture)
                .title(subject.title())
                .config(config(subject, machine))
                .call(call(machine).flags(RECORDS).build())
                .build();
        try (Recorder recorder = Recorder.open(plan)) {
            RunResult result = recorder.record(subject.program(subject.unchanged()));
            if (!result.isOk()) {
                throw new WhatIfRefusedException("captured: " + result.sentence());
            }
            recorder.seal();
        }
        StoredCapture read = StoredCapture.open(capture);
        Machine told = Machine.of(read, VirtualModel.read(capture).orElseThrow().profile());
        return new Trials(subject, random, machine, WhatIf.of(read, told));
    }

    WhatIf run() {
        return run;
    }

    /**
     * A random change. Of a graph that asks for the chip the clusters are not changed, as its
     * program would submit another one; kernels that wait for others are not changed, as a program
     * cannot say how.
     */
    Trial next() {
        Changes changes = Changes.NONE;
        Machine changed = machine;
        double[] factors = subject.unchanged();
        List<String> words = new ArrayList<>();
        int which = random.nextInt(7); // two at once for the last
        if (which == 0 || which == 6 && !run.asksChip()) {
            int clusters = run.asksChip() ? machine.clusters() : 1 + random.nextInt(16);
            changes = changes.clusters(clusters);
            changed = changed.withClusters(clusters);
            words.add("clusters " + machine.clusters() + " to " + clusters);
        }
        if (which == 1 || which == 2 || which == 6) {
            int group = random.nextInt(factors.length);
            factors[group] = run.isWaitFree() ? (3 + random.nextInt(28)) / 10.0 : 1;
            for (int kernel : subject.groups().get(group)) {
                changes = changes.kernel(kernel, new KernelTime(factors[group], Optional.empty()));
            }
            words.add("kernels " + subject.groups().get(group) + " " + factors[group] + "x");
        }
        if (which == 3) {
            long window = 8L << random.nextInt(8);
            changes = changes.rings(rings -> rings.withTaskWindow(window));
            changed = changed.withRings(changed.rings().withTaskWindow(window));
            words.add("task window " + window);
        }
        if (which == 4) {
            double factor = random.nextInt(8) * 0.25;
            changes = random.nextBoolean() ? changes.submit(factor) : changes.dispatch(factor);
            words.add("submit or dispatch " + factor + "x");
            changed = changes.apply(machine);
        }
        if (which == 5) {
            changes = changes.freeProfiler();
            changed = changed.withProfile(changed.profile().withFreeProfiler());
            words.add("free profiler");
        }
        OptionalLong predicted = predicted(changes);
        OptionalLong actual = actual(subject.on(changed, factors), subject.program(factors));
        return new Trial(
                subject.title(), String.join(", ", words), predicted, isCovered(changes, predicted, actual), actual);
    }

    /**
     * Ranks the candidates of a run, then runs them all.
     *
     * @return whether the first is really the best, or as good
     */
    boolean bestIsBest() {
        long bestPredicted = Long.MAX_VALUE;
        long itsActual = Long.MAX_VALUE;
        long leastActual = Long.MAX_VALUE;
        for (Candidate candidate : Candidates.of(run, Changes.NONE)) {
            double[] factors = subject.unchanged();
            for (int group = 0; group < factors.length; group++) {
                Optional<KernelTime> time = candidate
                        .changes()
                        .kernelTime(subject.groups().get(group).iterator().next());
                factors[group] = time.map(KernelTime::factor).orElse(1.0);
            }
            long predicted = predicted(candidate.changes()).orElse(Long.MAX_VALUE);
            Machine changed = candidate.changes().apply(machine);
            long actual = actual(subject.on(changed, factors), subject.program(factors))
                    .orElse(Long.MAX_VALUE);
            leastActual = Math.min(leastActual, actual);
            if (predicted < bestPredicted) {
                bestPredicted = predicted;
                itsActual = actual;
            }
        }
        return itsActual == leastActual;
    }

    private boolean isCovered(Changes changes, OptionalLong predicted, OptionalLong actual) {
        if (predicted.isEmpty() || actual.isEmpty()) {
            return predicted.isEmpty() == actual.isEmpty();
        }
        try {
            return Interval.of(run, changes, predicted.getAsLong(), 1).contains(actual.getAsLong());
        } catch (WhatIfRefusedException fails) {
            return false;
        }
    }

    private OptionalLong predicted(Changes changes) {
        try {
            return OptionalLong.of(run.makespan(changes));
        } catch (WhatIfRefusedException fails) {
            return OptionalLong.empty();
        }
    }

    private OptionalLong actual(Machine changed, Program program) {
        RuntimeConfig config = config(subject, changed);
        ModelClock clock = new ModelClock(changed.platform().clockHz());
        Stamps stamps = new Stamps();
        try (ChipWorker worker = ChipWorker.open(config)) {
            RunResult result = worker.run(
                    program.orchestration(),
                    program.tensors(),
                    call(changed).build(),
                    RunSetup.modelled(config, clock, null)
                            .withProbes(core -> stamps, scheduler -> null, null)
                            .recording(RECORDS));
            return result.isOk()
                    ? OptionalLong.of((stamps.last - stamps.first) * 1_000_000_000 / clock.hertz())
                    : OptionalLong.empty();
        }
    }

    private static RuntimeConfig config(Subject subject, Machine machine) {
        return RuntimeConfig.builder()
                .platform(machine.platform())
                .clusters(machine.clusters())
                .memoryBytes(subject.memoryBytes())
                .modelled(new ModelledTime(machine.profile(), true))
                .build();
    }

    private static CallConfig.Builder call(Machine machine) {
        return CallConfig.builder().aicpuThreads(machine.aicpuThreads()).rings(machine.rings());
    }

    /** First start and last end on any core. */
    private static final class Stamps implements CoreProbe {
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        @Override
        public boolean tryReserve(int token, long taskId) {
            return true;
        }

        @Override
        public void commit(int token, long taskId, int functionId, long receiveTick, long startTick, long endTick) {
            first = Math.min(first, startTick);
            last = Math.max(last, endTick);
        }
    }
}
