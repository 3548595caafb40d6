package io.tidemark.runtime;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random body that does the same every time it is run: views of its arguments and of what its
 * tasks make, scopes of both kinds, allocations and stated dependencies. What is written is only
 * ever updated and what is read is never written, so that the result does not depend on orders that
 * the runtime does not infer.
 */
final class RandomBody implements GraphBody {
    static final int ARGUMENTS = 3;
    static final int ELEMENTS = 48;

    private static final int DEEPEST = 3;

    private final long seed;
    private final int tasks;
    private final boolean anything;
    private final Kernel mix = Kernel.aiv(0, "MIX", context -> mix(context, context.scalarLong(0)));
    private int left;
    private int runs;

    /**
     * @param anything also scopes that infer nothing, writes that are not ordered, versions and
     *     tensors that the body names itself: then the values are anybody's guess
     */
    RandomBody(long seed, int tasks, boolean anything) {
        this.anything = anything;
        this.seed = seed;
        this.tasks = tasks;
    }

    /** How often the body was run. */
    int runs() {
        return runs;
    }

    @Override
    public void record(TaskGraph graph, GraphArguments arguments) throws Exception {
        runs++;
        left = tasks;
        List<Tensor> updated = new ArrayList<>();
        for (int i = 0; i < ARGUMENTS; i++) {
            updated.add(arguments.tensor(i));
        }
        body(graph, new Random(seed), 0, false, updated, new ArrayList<>(), new ArrayList<>());
    }

    private void body(
            TaskGraph graph,
            Random random,
            int depth,
            boolean manual,
            List<Tensor> updated,
            List<Tensor> readable,
            List<Long> ids)
            throws Exception {
        int here = 2 + random.nextInt(8);
        while (left > 0 && here-- > 0 || depth == 0 && left > 0) {
            int choice = random.nextInt(8);
            if (choice == 0 && depth < DEEPEST) {
                boolean inner = manual || random.nextInt(3) == 0 && anything;
                try (Scope _ = inner ? graph.manualScope() : graph.scope()) {
                    body(graph, random, depth + 1, inner, new ArrayList<>(updated), new ArrayList<>(readable), ids);
                }
            } else if (choice == 1) {
                updated.add(graph.alloc(TensorSpec.of(DType.INT64, ELEMENTS).filledWith(3))[0]);
            } else {
                submit(graph, random, manual, updated, readable, ids);
            }
        }
    }

    private void submit(
            TaskGraph graph,
            Random random,
            boolean manual,
            List<Tensor> updated,
            List<Tensor> readable,
            List<Long> ids) {
        left--;
        TaskBuilder task = write(graph, random, updated);
        if (!readable.isEmpty()) {
            task.in(view(random, pick(random, readable)));
        }
        if (manual) {
            ids.forEach(id -> task.after((long) id)); // nothing else orders them
        } else if (random.nextInt(4) == 0 && !ids.isEmpty()) {
            task.afterWaitOnly(ids.get(random.nextInt(ids.size())));
        }
        boolean makes = random.nextBoolean();
        if (makes) {
            task.out(TensorSpec.of(DType.INT64, ELEMENTS));
        }
        Submission done = task.scalar(random.nextInt(100)).submit();
        ids.add(done.id());
        if (makes) {
            readable.add(done.output(0));
        }
    }

    private TaskBuilder write(TaskGraph graph, Random random, List<Tensor> updated) {
        TaskBuilder task = graph.task(mix);
        Tensor view = view(random, pick(random, updated));
        if (!anything) {
            return task.inout(view);
        }
        switch (random.nextInt(12)) {
            case 0 -> task.outExisting(view);
            case 1 -> task.noDep(view);
            case 2 -> task.inout(view.withVersion(1 + random.nextInt(2)));
            case 3 -> task.inout(view.withManualDependency());
            case 4 -> task.in(view);
            case 5, 6 -> {
                Tensor named = graph.argument("data").select(0, random.nextInt(2));
                task.inout(view).inout(view(random, named));
            }
            default -> task.inout(view);
        }
        return task;
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static Tensor view(Random random, Tensor tensor) {
        return switch (random.nextInt(4)) {
            case 0 -> {
                int begin = random.nextInt(ELEMENTS);
                yield tensor.slice(0, begin, 1 + random.nextInt(ELEMENTS - begin));
            }
            case 1 -> tensor.reshape(6, 8).slice(1, random.nextInt(4), 4);
            case 2 -> tensor.strided(0, 1 + random.nextInt(5));
            default -> tensor;
        };
    }

    private static void mix(KernelContext context, long salt) {
        DeviceMemory memory = context.memory();
        long hash = salt;
        for (int i = 0; i < context.tensorCount(); i++) {
            Tensor tensor = context.tensor(i);
            boolean output = tensor.ownerTaskId() == context.taskId();
            for (long e = 0; !output && e < tensor.elements(); e++) {
                hash = 31 * hash + memory.getLong(tensor, e);
            }
        }
        for (int i = 0; i < context.tensorCount(); i++) {
            Tensor tensor = context.tensor(i);
            if (i == 0 || tensor.ownerTaskId() == context.taskId()) {
                for (long e = 0; e < tensor.elements(); e++) {
                    memory.setLong(tensor, e, hash + e);
                }
            }
        }
    }
}
