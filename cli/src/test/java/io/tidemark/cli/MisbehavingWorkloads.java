package io.tidemark.cli;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.workloads.ArgumentGolden;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadProvider;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
            return List.of(
                            "empty",
                            "throws",
                            "no-room",
                            "kernel-throws",
                            "kernel-hangs",
                            "waits",
                            "wrong-result",
                            "golden-throws",
                            "golden-short",
                            "build-throws",
                            "build-nothing",
                            "input-short",
                            "wrong-step",
                            "hostile-kernel",
                            "hostile-graph",
                            "hostile-golden",
                            "hostile-tensor",
                            "mute-kernel",
                            "mute-graph",
                            "mute-golden",
                            "mute-build")
                    .stream()
                    .map(name -> new Variant(name, name, Map.of()))
                    .toList();
        }

        @Override
        public List<CaseOption> options() {
            return List.of(new CaseOption("until", "", "a file that the kernel waits for"));
        }

        @Override
        public WorkloadCase build(String title, CaseOptions options, long seed) {
            TensorCase built = new TensorCase(title);
            String variant = title.substring(title.indexOf(':') + 1);
            built.output(
                    variant.equals("hostile-tensor") ? HostileTextTest.HOSTILE : "out", SPEC, () -> golden(variant));
            return switch (variant) {
                case "empty", "golden-throws", "golden-short" -> built.graph(0, graph -> {});
                case "hostile-golden", "mute-golden" -> built.graph(0, graph -> {});
                case "hostile-graph" ->
                    built.graph(1, graph -> {
                        throw new IllegalStateException(HostileTextTest.HOSTILE);
                    });
                case "hostile-kernel" ->
                    withKernel(built, Kernel.aiv(8, HostileTextTest.HOSTILE, context -> {
                        throw new ArithmeticException(HostileTextTest.HOSTILE);
                    }));
                case "hostile-tensor" ->
                    withKernel(
                            built,
                            HostileTextTest.HOSTILE,
                            Kernel.aiv(8, "wrong", context -> context.memory().setFloat(context.tensor(0), 7, 1.5f)));
                case "mute-kernel" ->
                    withKernel(built, Kernel.aiv(9, "mute", context -> {
                        throw new MuteException();
                    }));
                case "mute-graph" ->
                    built.graph(1, graph -> {
                        throw new MuteException();
                    });
                case "mute-build" -> throw new MuteException();
                case "build-throws" -> throw new IllegalStateException("no disk today");
                case "build-nothing" -> null;
                case "input-short" -> {
                    built.input("in", SPEC, new float[3]);
                    yield built;
                }
                case "no-room" -> // what the JVM says when a mapped file has no page left
                    throw new InternalError("a fault occurred in an unsafe memory access operation");
                case "throws" ->
                    built.graph(1, graph -> {
                        throw new IllegalStateException("no luck today");
                    });
                case "kernel-throws" ->
                    withKernel(built, Kernel.aiv(3, "thrower", context -> {
                        throw new ArithmeticException("by zero");
                    }));
                case "kernel-hangs" -> withKernel(built, Kernel.aiv(4, "sleeper", context -> hang()));
                case "waits" -> withKernel(built, Kernel.aiv(7, "waiter", context -> await(options.text("until"))));
                case "wrong-result" ->
                    withKernel(
                            built,
                            Kernel.aiv(5, "wrong", context -> context.memory().setFloat(context.tensor(0), 7, 1.5f)));
                case "wrong-step" -> countingUp(built);
                default -> throw new IllegalArgumentException(title);
            };
        }

        private static double[] golden(String variant) {
            return switch (variant) {
                case "golden-throws" -> throw new IllegalStateException("no golden today");
                case "hostile-golden" -> throw new IllegalStateException(HostileTextTest.HOSTILE);
                case "mute-golden" -> throw new MuteException();
                case "golden-short" -> new double[3];
                default -> new double[16];
            };
        }

        private static WorkloadCase withKernel(TensorCase built, Kernel kernel) {
            return withKernel(built, "out", kernel);
        }

        private static WorkloadCase withKernel(TensorCase built, String output, Kernel kernel) {
            Orchestration body =
                    graph -> graph.task(kernel).inout(graph.argument(output)).submit();
            return built.graph(1, body, kernel);
        }

        /** Five tasks add one each, and the third adds ten; two tensors keep it from the output. */
        private static WorkloadCase countingUp(TensorCase built) {
            Kernel count = Kernel.aiv(6, "count", context -> {
                float step = context.scalarLong(0) == 2 ? 10 : 1;
                float before = context.memory().getFloat(context.tensor(0), 0);
                context.memory().fill(context.tensor(0), before + step);
            });
            built.scratch("steps", SPEC);
            return built.graph(
                            5,
                            graph -> {
                                for (long i = 0; i < 5; i++) {
                                    graph.task(count)
                                            .inout(graph.argument("steps"))
                                            .scalar(i)
                                            .submit();
                                }
                            },
                            count)
                    .argumentGolden((function, occurrence, argument) -> {
                        double[] values = new double[16];
                        Arrays.fill(values, occurrence + 1);
                        return Optional.of(new ArgumentGolden.Values(values, 1e-6));
                    });
        }

        private static void await(String file) {
            while (!Files.exists(Path.of(file))) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        /** Never returns, whoever asks. */
        private static void hang() {
            while (true) {
                LockSupport.parkNanos(1_000_000);
                Thread.interrupted(); // or the next park would return at once
            }
        }
    }

    /** Whatever is asked of it, it throws instead of answering. */
    private static final class MuteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new MuteException();
        }

        @Override
        public String getLocalizedMessage() {
            throw new MuteException();
        }

        @Override
        public String toString() {
            throw new MuteException();
        }

        @Override
        public synchronized Throwable getCause() {
            throw new MuteException();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new MuteException();
        }

        @Override
        public void printStackTrace(PrintWriter out) {
            throw new MuteException();
        }
    }
}
