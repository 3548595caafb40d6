package io.tidemark.checks.whatif;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.TaskGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program of random tasks: kernels of both kinds, of one length or of one for each task, blocks,
 * cohorts, mixed tasks, dummies, early starts, allocations, nested and manual scopes, inferred and
 * explicit dependencies, looks at elements. Equal seeds submit equal tasks.
 */
final class RandomProgram {
    static final int KERNELS = 6; // the even ones are for matrix cores

    private final long seed;
    private final int tasks;
    // in tens, so that ten percent less is whole too; a tick of the chip has twenty
    private final long[] nanos = new long[KERNELS];
    private final int spread; // of the lengths of one kernel, in ten nanoseconds

    RandomProgram(long seed) {
        this.seed = seed;
        Random random = new Random(seed);
        tasks = 40 + random.nextInt(200);
        for (int kernel = 0; kernel < KERNELS; kernel++) {
            nanos[kernel] = 10 * (long) Math.exp(Math.log(50) + random.nextDouble() * Math.log(100));
        }
        spread = random.nextInt(3) == 0 ? 1 + random.nextInt(300) : 1;
    }

    /** The kernels, with times multiplied by a factor for each. */
    List<Kernel> kernels(double[] factors) {
        List<Kernel> all = new ArrayList<>();
        for (int kernel = 0; kernel < KERNELS; kernel++) {
            long each = nanos[kernel];
            double factor = factors[kernel];
            all.add(Kernel.of(
                            kernel % 2 == 0 ? CoreType.AIC : CoreType.AIV,
                            kernel,
                            "k" + kernel,
                            new KernelCode.JavaCode(context -> {}))
                    .costing(context ->
                            KernelCost.lasting(Duration.ofNanos(Math.round(factor * (each + context.scalarLong(0)))))));
        }
        return all;
    }

    Orchestration orchestration(List<Kernel> kernels) {
        return graph -> new Submits(graph, kernels, new Random(seed ^ 0x5EED)).run();
    }

    /** One pass of the orchestration. */
    private final class Submits {
        private final TaskGraph graph;
        private final List<Kernel> kernels;
        private final Random random;
        private int left = tasks;

        Submits(TaskGraph graph, List<Kernel> kernels, Random random) {
            this.graph = graph;
            this.kernels = kernels;
            this.random = random;
        }

        void run() {
            while (left > 0) {
                block(0, List.of());
            }
        }

        /** A scope of some tasks; tensors of the scopes around it may be used in it. */
        private void block(int depth, List<Tensor> outer) {
            boolean manual = depth == 2 && random.nextInt(3) == 0;
            try (Scope _ = manual ? graph.manualScope() : graph.scope()) {
                List<Tensor> tensors = new ArrayList<>(outer);
                List<Long> ids = new ArrayList<>();
                if (random.nextInt(3) == 0) {
                    tensors.addAll(List.of(graph.alloc(spec(), spec())));
                }
                int count = 1 + random.nextInt(12);
                for (int i = 0; i < count && left > 0; i++) {
                    if (depth < 2 && random.nextInt(8) == 0) {
                        block(depth + 1, tensors);
                    } else {
                        task(tensors, ids);
                    }
                }
            }
        }

        private void task(List<Tensor> tensors, List<Long> ids) {
            left--;
            if (random.nextInt(12) == 0 && !tensors.isEmpty()) {
                graph.read(tensors.get(random.nextInt(tensors.size())), 0);
            }
            TaskBuilder task = builder();
            int outputs = 1 + random.nextInt(2);
            for (int i = 0; i < outputs; i++) {
                task.out(spec());
            }
            int inputs = random.nextInt(4);
            for (int i = 0; i < inputs && !tensors.isEmpty(); i++) {
                Tensor tensor = tensors.get(random.nextInt(tensors.size()));
                if (random.nextInt(4) == 0) {
                    task.inout(tensor);
                } else {
                    task.in(tensor);
                }
            }
            while (!ids.isEmpty() && random.nextInt(4) == 0) { // maybe the same one again
                long producer = ids.get(random.nextInt(ids.size()));
                if (random.nextInt(3) == 0) {
                    task.afterWaitOnly(producer);
                } else {
                    task.after(producer);
                }
            }
            Submission done = task.submit();
            ids.add(done.id());
            tensors.add(done.output(0));
        }

        private TaskBuilder builder() {
            int which = random.nextInt(10);
            if (which == 0) {
                return graph.dummy();
            }
            long more = 10 * random.nextInt(spread);
            if (which == 1) {
                return graph.task(MixedKernels.of(kernels.get(0), kernels.get(1), kernels.get(3)))
                        .scalar(more);
            }
            int kernel = random.nextInt(KERNELS);
            TaskBuilder task = graph.task(kernels.get(kernel)).scalar(more);
            if (which == 2) {
                task.blocks(2 + random.nextInt(5));
            } else if (which == 3 && kernel % 2 == 1) {
                task.blocks(2).syncStart(); // every cluster has two vector cores
            } else if (which == 4) {
                task.earlyResolve();
            }
            return task;
        }

        private TensorSpec spec() {
            return TensorSpec.of(DType.FLOAT32, 16 << random.nextInt(8));
        }
    }
}
