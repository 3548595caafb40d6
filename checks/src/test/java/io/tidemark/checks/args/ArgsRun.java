package io.tidemark.checks.args;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.args.ArgsResult;
import io.tidemark.collector.args.ArgsSink;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.engine.ChipWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One run on the simulated chip with its arguments dumped. */
record ArgsRun(RunResult run, ArgsResult result, Path capture) {
    /**
     * How it is done; the chip is small, so that cores are shared.
     *
     * @param standstill after how long a run in which nothing moves is ended
     */
    record Plan(
            Platform platform, RuntimeKind runtime, int level, ArgsPools pools, OnFull onFull, Duration standstill) {
        private static final Duration NEVER_BY_CHANCE = Duration.ofSeconds(40);

        static Plan everything() {
            return new Plan(Platform.A2A3, RuntimeKind.TMR, 2, ArgsPools.DEFAULT, OnFull.BLOCK, NEVER_BY_CHANCE);
        }

        Plan on(Platform newPlatform) {
            return new Plan(newPlatform, runtime, level, pools, onFull, standstill);
        }

        Plan on(RuntimeKind newRuntime) {
            return new Plan(platform, newRuntime, level, pools, onFull, standstill);
        }

        Plan level(int newLevel) {
            return new Plan(platform, runtime, newLevel, pools, onFull, standstill);
        }

        Plan with(ArgsPools newPools) {
            return new Plan(platform, runtime, level, newPools, onFull, standstill);
        }

        Plan endedAfter(Duration newStandstill) {
            return new Plan(platform, runtime, level, pools, onFull, newStandstill);
        }

        RuntimeConfig config(long memoryBytes) {
            return RuntimeConfig.builder()
                    .platform(platform)
                    .runtime(runtime)
                    .clusters(4)
                    .carriers(2)
                    .memoryBytes(memoryBytes)
                    .schedulerTimeout(standstill)
                    .build();
        }
    }

    static ArgsRun of(Plan plan, Path capture, Orchestration orchestration, List<HostTensor> tensors) throws Exception {
        return of(plan, capture, RingSizes.defaults(), orchestration, tensors);
    }

    static ArgsRun of(Plan plan, Path capture, RingSizes rings, Orchestration orchestration, List<HostTensor> tensors)
            throws Exception {
        long memoryBytes = tensors.stream()
                .mapToLong(tensor -> tensor.spec().sizeBytes() + 1024)
                .sum();
        try (ChipWorker worker = ChipWorker.open(plan.config(memoryBytes))) {
            return of(plan, capture, worker, rings, orchestration, tensors);
        }
    }

    /** On a worker that may have run before. */
    static ArgsRun of(Plan plan, Path capture, ChipWorker worker, Orchestration orchestration, List<HostTensor> tensors)
            throws Exception {
        return of(plan, capture, worker, RingSizes.defaults(), orchestration, tensors);
    }

    private static ArgsRun of(
            Plan plan,
            Path capture,
            ChipWorker worker,
            RingSizes rings,
            Orchestration orchestration,
            List<HostTensor> tensors)
            throws Exception {
        RecordingPlan recorded = RecordingPlan.into(capture)
                .config(worker.config())
                .call(CallConfig.builder()
                        .rings(rings)
                        .dumpArgsLevel(plan.level)
                        .build())
                .pools(plan.pools)
                .onFull(plan.onFull)
                .regionDirectory(capture.getParent())
                .build();
        try (Recording recording = Recording.open(recorded)) {
            RunResult run = worker.run(orchestration, tensors, recorded.call(), recording.start(worker.chip()));
            recording.collect(run);
            long subtasks = run.isOk() ? run.completed() - run.allocated() : -1;
            ArgsResult result = new ArgsSink(recording.session()).dump(RunEvidence.counted(subtasks, -1, -1));
            recording.session().keepTables();
            recording.discard();
            return new ArgsRun(run, result, capture);
        }
    }
}
