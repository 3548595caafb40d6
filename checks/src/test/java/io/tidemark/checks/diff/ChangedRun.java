package io.tidemark.checks.diff;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.StoredCapture;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.ChipProfile.Control;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.profile.ChipProfiles;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A random program of twelve kernels in virtual time, of which anything can be changed: streams of
 * tasks, each in a scope of its own, side by side. Equal seeds and changes give equal captures. The
 * same program can run in real time.
 */
final class ChangedRun {
    static final int KERNELS = 12; // the even ones are for matrix cores

    private final long seed;
    private final Platform platform;
    private final double[] factors = new double[KERNELS];
    private final int streams;
    private int tasksEach;
    private int clusters = 8;
    private long extraSubmit;
    private long extraDispatch;
    private int taskWindow;
    private boolean isChained;
    private boolean isReal;

    ChangedRun(long seed, Platform platform) {
        this.seed = seed;
        this.platform = platform;
        Random random = new Random(seed);
        streams = 4 + random.nextInt(5);
        tasksEach = 16 + random.nextInt(20);
        Arrays.fill(factors, 1);
    }

    ChangedRun kernel(int kernel, double factor) {
        factors[kernel] = factor;
        return this;
    }

    ChangedRun clusters(int count) {
        clusters = count;
        return this;
    }

    ChangedRun extraSubmit(Duration each) {
        extraSubmit = each.toNanos() * ChipProfile.NANO;
        return this;
    }

    ChangedRun extraDispatch(Duration each) {
        extraDispatch = each.toNanos() * ChipProfile.NANO;
        return this;
    }

    /** Rings that hold hardly more than one stream. */
    ChangedRun tightRings() {
        taskWindow = Integer.highestOneBit(tasksEach + 1) * 2;
        return this;
    }

    /**
     * The last tasks of the first stream form a chain, and half of the streams wait for its end.
     */
    ChangedRun chained() {
        isChained = true;
        return this;
    }

    /** In real time: kernels compute for about as long as they last in virtual time. */
    ChangedRun real() {
        isReal = true;
        return this;
    }

    /** So many times the tasks. */
    ChangedRun longer(int times) {
        tasksEach *= times;
        return this;
    }

    StoredCapture record(Path capture) throws IOException {
        RingSizes rings = RingSizes.defaults();
        RuntimeConfig.Builder config =
                RuntimeConfig.builder().platform(platform).clusters(clusters).memoryBytes(1 << 20);
        RecordingPlan plan = RecordingPlan.into(capture)
                .title("changed")
                .config(
                        isReal
                                ? config.build()
                                : config.modelled(new ModelledTime(profile(), true))
                                        .build())
                .call(CallConfig.builder()
                        .rings(taskWindow == 0 ? rings : rings.withTaskWindow(taskWindow))
                        .flags(DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN))
                        .build())
                .build();
        try (Recorder recorder = Recorder.open(plan)) {
            List<Kernel> kernels = kernels();
            RunResult result =
                    recorder.record(new Program("changed", graph -> submit(graph, kernels), List.of(), kernels));
            if (!result.isOk()) {
                throw new IllegalStateException("seed " + seed + ": " + result.sentence());
            }
            recorder.seal();
        }
        return StoredCapture.open(capture);
    }

    private ChipProfile profile() {
        ChipProfile base = ChipProfiles.shipped(platform.label());
        Control c = base.control();
        return new ChipProfile(
                base.name(),
                new Control(
                        c.submit() + extraSubmit,
                        c.argument(),
                        c.edge(),
                        c.allocation(),
                        c.scope(),
                        c.look(),
                        c.loop(),
                        c.poll(),
                        c.completion(),
                        c.consumer(),
                        c.dispatch() + extraDispatch,
                        c.retirement(),
                        c.release()),
                base.link(),
                base.matrix(),
                base.vector(),
                base.records());
    }

    private List<Kernel> kernels() {
        Random random = new Random(seed);
        List<Kernel> all = new ArrayList<>();
        for (int kernel = 0; kernel < KERNELS; kernel++) {
            double nanos = (20_000 + random.nextInt(80_000)) * factors[kernel];
            all.add(Kernel.of(
                            kernel % 2 == 0 ? CoreType.AIC : CoreType.AIV,
                            kernel,
                            "k" + kernel,
                            new KernelCode.JavaCode(isReal ? context -> compute(nanos) : context -> {}))
                    .costing(KernelCost.lasting(Duration.ofNanos(Math.round(nanos)))));
        }
        return all;
    }

    /** Work of about that many nanoseconds; the same work for the same number. */
    private static void compute(double nanos) {
        long state = 1;
        for (long step = Math.round(nanos); step > 0; step--) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        if (state == 0) { // never: keeps the work
            throw new IllegalStateException();
        }
    }

    private void submit(TaskGraph graph, List<Kernel> kernels) {
        Random random = new Random(seed ^ 0x5EED);
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, 64);
        Tensor carried = graph.alloc(spec)[0];
        for (int stream = 0; stream < streams; stream++) {
            try (Scope _ = graph.scope()) {
                List<Tensor> made = new ArrayList<>();
                for (int at = 0; at < tasksEach; at++) {
                    TaskBuilder task =
                            graph.task(kernels.get(random.nextInt(KERNELS))).out(spec);
                    for (int input = random.nextInt(3); input > 0 && !made.isEmpty(); input--) {
                        int back = 1 + random.nextInt(Math.min(3, made.size()));
                        task.in(made.get(made.size() - back));
                    }
                    if (isChained && stream == 0 && at >= tasksEach - 6) {
                        task.inout(carried);
                    }
                    if (isChained && stream >= streams / 2 && at == 0) {
                        task.in(carried);
                    }
                    Submission done = task.submit();
                    made.add(done.output(0));
                }
            }
        }
    }
}
