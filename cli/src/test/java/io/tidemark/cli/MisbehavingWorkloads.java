package io.tidemark.cli;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadProvider;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Cases that go wrong in ways the shipped ones do not; found like a user's own cases. */
public final class MisbehavingWorkloads implements WorkloadProvider {
    private static final TensorSpec SPEC = TensorSpec.of(DType.FLOAT32, 16);

    @Override
    public List<Workload> workloads() {
        return List.of(new Misbehaving());
    }

    private static final class Misbehaving implements Workload {
        @Override
        public String name() {
            return "misbehaving";
        }

        @Override
        public String description() {
            return "goes wrong on purpose";
        }

        @Override
        public List<Variant> variants() {
            return List.of("empty", "throws", "kernel-throws", "kernel-hangs", "wrong-result")
                    .stream()
                    .map(name -> new Variant(name, name, Map.of()))
                    .toList();
        }

        @Override
        public List<CaseOption> options() {
            return List.of();
        }

        @Override
        public WorkloadCase build(String title, CaseOptions options, long seed) {
            TensorCase built = new TensorCase(title);
            built.output("out", SPEC, () -> new double[16]);
            return switch (title.substring(title.indexOf(':') + 1)) {
                case "empty" -> built.graph(0, graph -> {});
                case "throws" ->
                        built.graph(
                                1,
                                graph -> {
                                    throw new IllegalStateException("no luck today");
                                });
                case "kernel-throws" ->
                        withKernel(
                                built,
                                Kernel.aiv(
                                        3,
                                        "thrower",
                                        context -> {
                                            throw new ArithmeticException("by zero");
                                        }));
                case "kernel-hangs" ->
                        withKernel(built, Kernel.aiv(4, "sleeper", context -> hang()));
                case "wrong-result" ->
                        withKernel(
                                built,
                                Kernel.aiv(
                                        5,
                                        "wrong",
                                        context ->
                                                context.memory()
                                                        .setFloat(context.tensor(0), 7, 1.5f)));
                default -> throw new IllegalArgumentException(title);
            };
        }

        private static WorkloadCase withKernel(TensorCase built, Kernel kernel) {
            Orchestration body = graph -> graph.task(kernel).inout(graph.argument("out")).submit();
            return built.graph(1, body, kernel);
        }

        /** Never returns, whoever asks. */
        private static void hang() {
            while (true) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
