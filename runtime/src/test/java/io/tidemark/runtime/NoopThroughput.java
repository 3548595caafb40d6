package io.tidemark.runtime;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import java.util.List;
import java.util.Locale;

/** Prints how many empty tasks a second run: {@code NoopThroughput tasks rounds}. Not a test. */
public final class NoopThroughput {
    private static final Kernel NOOP = Kernel.aiv(0, "NOOP", context -> {});
    private static final int SCOPE_TASKS = 1000;
    private static final int REGIONS = 64;

    private NoopThroughput() {}

    public static void main(String[] arguments) {
        int tasks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        int carriers =
                arguments.length > 2
                        ? Integer.parseInt(arguments[2])
                        : Runtime.getRuntime().availableProcessors();
        String only = arguments.length > 3 ? arguments[3] : "";
        RuntimeConfig config = RuntimeConfig.builder().carriers(carriers).build();
        HostTensor data =
                HostTensor.inout(
                        "data", TensorSpec.of(DType.FLOAT32, REGIONS, 16), new float[REGIONS * 16]);
        try (Worker worker = Worker.open(config)) {
            for (int round = 0; round < rounds; round++) {
                for (String shape : new String[] {"independent", "chain", "three", "output"}) {
                    if (shape.startsWith(only)) {
                        RunResult result =
                                worker.run(graph -> submit(graph, shape, tasks), List.of(data));
                        System.out.printf(
                                Locale.ROOT,
                                "%-12s %9d tasks  %8.0f us  %9.0f tasks/s  %s%n",
                                shape,
                                result.completed(),
                                result.makespanMicros(),
                                result.tasksPerSecond(),
                                result.isOk() ? result.schedulers() : result.sentence());
                    }
                }
            }
        }
    }

    private static void submit(TaskGraph graph, String shape, int tasks) {
        Tensor whole = graph.argument(0);
        Tensor[] rows = new Tensor[REGIONS];
        for (int row = 0; row < REGIONS; row++) {
            rows[row] = whole.slice(0, row, 1);
        }
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, 16);
        int submitted = 0;
        while (submitted < tasks) {
            try (Scope _ = graph.scope()) {
                for (int i = 0; i < SCOPE_TASKS && submitted < tasks; i++, submitted++) {
                    switch (shape) {
                        case "independent" -> graph.task(NOOP).in(whole).submit();
                        case "chain" -> graph.task(NOOP).inout(rows[0]).submit();
                        case "three" ->
                                graph.task(NOOP)
                                        .in(rows[(submitted + 7) % REGIONS])
                                        .in(rows[(submitted + 31) % REGIONS])
                                        .inout(rows[submitted % REGIONS])
                                        .submit();
                        default -> graph.task(NOOP).in(rows[0]).out(spec).submit();
                    }
                }
            }
        }
    }
}
