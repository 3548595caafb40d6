package io.tidemark.workloads.vector;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.workloads.ArgumentGolden;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.CaseOptions;
import io.tidemark.workloads.DeviceSource;
import io.tidemark.workloads.SeededInputs;
import io.tidemark.workloads.TensorCase;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code f = (a+b+1)(a+b+2) + (a+b)} in five tasks over two scopes. Stateless. */
public final class VectorWorkload implements Workload {
    private static final double TOLERANCE = 1e-5;

    private static final Kernel ADD = Kernel.aiv(0, "add", VectorWorkload::add).onDevice(code("vector_add"));
    private static final Kernel ADD_SCALAR =
            Kernel.aiv(1, "add_scalar", VectorWorkload::addScalar).onDevice(code("vector_add_scalar"));
    private static final Kernel MULTIPLY =
            Kernel.aiv(2, "multiply", VectorWorkload::multiply).onDevice(code("vector_multiply"));

    private static DeviceCode code(String entryPoint) {
        return DeviceSource.of(VectorWorkload.class, "vector.cuh", entryPoint);
    }

    private enum Fill {
        CONSTANT,
        RANDOM
    }

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public String description() {
        return "f = (a+b+1)(a+b+2) + (a+b) on vectors, five tasks in two scopes";
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                new Variant("constant", "a = 2 and b = 3 everywhere, so f = 47", Map.of()),
                new Variant("random", "seeded a and b between -1 and 1", Map.of("fill", "random")));
    }

    @Override
    public List<CaseOption> options() {
        return List.of(
                new CaseOption("elements", "16384", "length of each vector"),
                new CaseOption("fill", "constant", "constant or random inputs"),
                new CaseOption("a", "2", "value of a when constant"),
                new CaseOption("b", "3", "value of b when constant"));
    }

    @Override
    public WorkloadCase build(String title, CaseOptions options, long seed) {
        int elements = options.integer("elements", 1, 1 << 24);
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, elements);
        boolean random = options.choice("fill", Fill.class) == Fill.RANDOM;
        SeededInputs inputs = new SeededInputs(seed);
        float[] left = random ? inputs.uniform(elements, 1) : filled(elements, options.number("a"));
        float[] right = random ? inputs.uniform(elements, 1) : filled(elements, options.number("b"));
        TensorCase built = new TensorCase(title);
        float[] a = built.input("a", spec, left);
        float[] b = built.input("b", spec, right);
        built.output("f", spec, () -> golden(a, b));
        return built.graph(5, graph -> submit(graph, spec), ADD, ADD_SCALAR, MULTIPLY)
                .argumentGolden((function, occurrence, argument) -> intermediate(function, occurrence, argument, a, b))
                .tolerance(TOLERANCE);
    }

    /** What each of the five tasks gives, from the inputs alone. */
    private static Optional<ArgumentGolden.Values> intermediate(
            int function, int occurrence, int argument, float[] a, float[] b) {
        boolean isOutput = argument == (function == ADD_SCALAR.functionId() ? 1 : 2);
        int tasks = function == MULTIPLY.functionId() ? 1 : 2;
        if (!isOutput || function > MULTIPLY.functionId() || occurrence >= tasks) {
            return Optional.empty();
        }
        double[] values = new double[a.length];
        for (int i = 0; i < values.length; i++) {
            double c = (double) a[i] + b[i];
            values[i] = switch (function) {
                case 0 -> occurrence == 0 ? c : (c + 1) * (c + 2) + c;
                case 1 -> c + 1 + occurrence;
                default -> (c + 1) * (c + 2);
            };
        }
        return Optional.of(new ArgumentGolden.Values(values, TOLERANCE));
    }

    private static void submit(TaskGraph graph, TensorSpec spec) {
        Tensor a = graph.argument("a");
        Tensor b = graph.argument("b");
        Tensor f = graph.argument("f");
        Tensor c = graph.task(ADD).in(a).in(b).out(spec).submit().output(0);
        try (Scope _ = graph.scope()) {
            Tensor d =
                    graph.task(ADD_SCALAR).in(c).out(spec).scalar(1f).submit().output(0);
            Tensor e =
                    graph.task(ADD_SCALAR).in(c).out(spec).scalar(2f).submit().output(0);
            Tensor g = graph.task(MULTIPLY).in(d).in(e).out(spec).submit().output(0);
            graph.task(ADD).in(g).in(c).outExisting(f).submit();
        }
    }

    private static double[] golden(float[] a, float[] b) {
        double[] f = new double[a.length];
        for (int i = 0; i < f.length; i++) {
            double c = (double) a[i] + b[i];
            f[i] = (c + 1) * (c + 2) + c;
        }
        return f;
    }

    private static void add(KernelContext context) {
        float[] left = read(context, 0);
        float[] right = read(context, 1);
        for (int i = 0; i < left.length; i++) {
            left[i] += right[i];
        }
        context.memory().write(context.tensor(2), left);
    }

    private static void addScalar(KernelContext context) {
        float[] values = read(context, 0);
        float scalar = context.scalarFloat(0);
        for (int i = 0; i < values.length; i++) {
            values[i] += scalar;
        }
        context.memory().write(context.tensor(1), values);
    }

    private static void multiply(KernelContext context) {
        float[] left = read(context, 0);
        float[] right = read(context, 1);
        for (int i = 0; i < left.length; i++) {
            left[i] *= right[i];
        }
        context.memory().write(context.tensor(2), left);
    }

    private static float[] read(KernelContext context, int index) {
        Tensor tensor = context.tensor(index);
        float[] values = new float[(int) tensor.elements()];
        context.memory().read(tensor, values);
        return values;
    }

    private static float[] filled(int elements, float value) {
        float[] values = new float[elements];
        Arrays.fill(values, value);
        return values;
    }
}
