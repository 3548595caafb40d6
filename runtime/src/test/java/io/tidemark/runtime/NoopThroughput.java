package io.tidemark.runtime;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints how many empty tasks a second run: {@code NoopThroughput [tasks [rounds [carriers
 * [shape]]]]}. Not a test.
 */
public final class NoopThroughput {
    private static final Kernel NOOP = Kernel.aiv(0, "NOOP", context -> {});
    private static final int SCOPE_TASKS = 1000;
    private static final int BUFFERS = 64;
    private static final TensorSpec SPEC = TensorSpec.of(DType.FLOAT32, 16);

    private NoopThroughput() {}

    public static void main(String[] arguments) {
        int tasks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        RuntimeConfig.Builder config = RuntimeConfig.builder();
        if (arguments.length > 2) {
            config.carriers(Integer.parseInt(arguments[2]));
        }
        String only = arguments.length > 3 ? arguments[3] : "";
        List<HostTensor> buffers = new ArrayList<>();
        for (int i = 0; i < BUFFERS; i++) {
            buffers.add(HostTensor.inout("b" + i, SPEC, new float[16]));
        }
        try (Worker worker = Worker.open(config.build())) {
            for (int round = 0; round < rounds; round++) {
                for (String shape : new String[] {"independent", "chain", "three", "output"}) {
                    if (shape.startsWith(only)) {
                        report(shape, worker.run(graph -> submit(graph, shape, tasks), buffers));
                    }
                }
            }
        }
    }

    private static void report(String shape, RunResult result) {
        System.out.printf(
                Locale.ROOT,
                "%-12s %9d tasks  %8.0f us  %9.0f tasks/s  %s%n",
                shape,
                result.completed(),
                result.wallMicros(),
                result.tasksPerSecond(),
                result.sentence());
    }

    private static void submit(TaskGraph graph, String shape, int tasks) {
        Tensor[] buffers = new Tensor[BUFFERS];
        for (int i = 0; i < BUFFERS; i++) {
            buffers[i] = graph.argument(i);
        }
        int submitted = 0;
        while (submitted < tasks) {
            try (Scope _ = graph.scope()) {
                for (int i = 0; i < SCOPE_TASKS && submitted < tasks; i++, submitted++) {
                    submitOne(graph, shape, buffers, submitted);
                }
            }
        }
    }

    private static void submitOne(TaskGraph graph, String shape, Tensor[] buffers, int number) {
        switch (shape) {
            case "independent" -> graph.task(NOOP).in(buffers[0]).submit();
            case "chain" -> graph.task(NOOP).inout(buffers[0]).submit();
            case "three" ->
                graph.task(NOOP)
                        .in(buffers[(number + 7) % BUFFERS])
                        .in(buffers[(number + 31) % BUFFERS])
                        .inout(buffers[number % BUFFERS])
                        .submit();
            default -> graph.task(NOOP).in(buffers[0]).out(SPEC).submit();
        }
    }
}
