/**
 * Runs task graphs on a simulated chip. An {@link io.tidemark.runtime.Orchestration} submits tasks
 * to a {@link io.tidemark.runtime.TaskGraph}; each names a {@link io.tidemark.runtime.Kernel} and
 * its arguments, and the order of tasks follows from who reads what another writes. A {@link
 * io.tidemark.runtime.Worker} is the chip. A whole program:
 *
 * <pre>{@code
 * import io.tidemark.abi.DType;
 * import io.tidemark.memory.tensor.Tensor;
 * import io.tidemark.memory.tensor.TensorSpec;
 * import io.tidemark.runtime.HostTensor;
 * import io.tidemark.runtime.Kernel;
 * import io.tidemark.runtime.RunResult;
 * import io.tidemark.runtime.RuntimeConfig;
 * import io.tidemark.runtime.Worker;
 * import java.util.Arrays;
 * import java.util.List;
 *
 * class TwiceTwice {
 *     static final TensorSpec FOUR = TensorSpec.of(DType.FLOAT32, 4);
 *     static final Kernel TWICE = Kernel.aiv(0, "twice", context -> {
 *         float[] values = new float[4];
 *         context.memory().read(context.tensor(0), values);
 *         for (int i = 0; i < 4; i++) {
 *             values[i] *= 2;
 *         }
 *         context.memory().write(context.tensor(1), values);
 *     });
 *
 *     public static void main(String[] arguments) {
 *         float[] x = {1, 2, 3, 4};
 *         float[] y = new float[4];
 *         try (Worker chip = Worker.open(RuntimeConfig.builder().clusters(1).build())) {
 *             RunResult result = chip.run(graph -> {
 *                 Tensor between = graph.task(TWICE).in(graph.argument("x")).out(FOUR).submit().output(0);
 *                 graph.task(TWICE).in(between).outExisting(graph.argument("y")).submit();
 *             }, List.of(HostTensor.in("x", FOUR, x), HostTensor.out("y", FOUR, y)));
 *             System.out.println(result.isOk() ? Arrays.toString(y) : result.sentence());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Such a run records nothing. {@code Recorder} of the module {@code recording} runs a graph and
 * makes a capture of it; the {@code tidemark} command does so for cases, also for your own: see
 * {@code io.tidemark.workloads}.
 */
package io.tidemark.runtime;
