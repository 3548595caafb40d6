package io.tidemark.workloads;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A case made of named arrays: inputs of any type, FLOAT32 outputs with their golden values. The
 * golden is computed when it is first needed and kept. Build it on one thread; the arrays are its
 * own afterwards.
 */
public final class TensorCase implements WorkloadCase {
    private static final long UNKNOWN = -1;
    private static final long PLACEMENT_BYTES = 1_024; // what placing one tensor may cost beyond its bytes

    private final String title;
    private final List<HostTensor> hostTensors = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private List<Kernel> kernels = List.of();
    private Orchestration orchestration = graph -> {};
    private RingSizes rings;
    private ArgumentGolden argumentGolden;
    private long expectedTasks;
    private long expectedSubtasks = UNKNOWN;
    private double tolerance;

    private record Report(String name, float[] values, Predicate<float[]> check) {}

    private static final class Output {
        final String name;
        final int[] shape;
        final float[] initial;
        final float[] values;
        final Supplier<double[]> golden;
        double[] expected;

        Output(String name, int[] shape, float[] initial, float[] values, Supplier<double[]> golden) {
            this.name = name;
            this.shape = shape;
            this.initial = initial;
            this.values = values;
            this.golden = golden;
        }
    }

    public TensorCase(String title) {
        this.title = title;
    }

    /**
     * Adds an input.
     *
     * @return the values as the device will see them, rounded to the type
     */
    public float[] input(String name, TensorSpec spec, float[] values) {
        if (values.length != spec.elements()) {
            throw new IllegalArgumentException("input " + name + " has " + values.length + " values, but is " + spec);
        }
        MemorySegment bytes = zeros(spec);
        DeviceMemory memory = new DeviceMemory(bytes, 1);
        memory.write(spec.at(1), values);
        memory.read(spec.at(1), values);
        hostTensors.add(HostTensor.in(name, spec, bytes));
        return values;
    }

    public void input(String name, TensorSpec spec, int[] values) {
        hostTensors.add(HostTensor.in(name, spec, values));
    }

    /** Adds a tensor that the graph updates and that is not compared. */
    public void scratch(String name, TensorSpec spec) {
        hostTensors.add(HostTensor.in(name, spec, zeros(spec)));
    }

    /** Not an array: code that is compiled for device memory fills it, and arrays would slow it. */
    private static MemorySegment zeros(TensorSpec spec) {
        return Arena.ofAuto().allocate(spec.sizeBytes(), Long.BYTES);
    }

    /** Adds a FLOAT32 output that starts as zeros. */
    public void output(String name, TensorSpec spec, Supplier<double[]> golden) {
        updated(name, spec, new float[Math.toIntExact(spec.elements())], golden);
    }

    /** Adds a FLOAT32 tensor that the graph updates and that is compared. */
    public void updated(String name, TensorSpec spec, float[] initial, Supplier<double[]> golden) {
        Objects.requireNonNull(golden, () -> "golden of " + name);
        float[] values = initial.clone();
        hostTensors.add(HostTensor.inout(name, spec, values));
        outputs.add(new Output(name, spec.shape(), initial.clone(), values, golden));
    }

    /**
     * Adds FLOAT32 values that the graph reports: they are not known before, but a check says
     * whether they can be. Goldens of other outputs may follow from them.
     *
     * @return the values as a run leaves them
     */
    public float[] reported(String name, int count, Predicate<float[]> check) {
        float[] values = new float[count];
        hostTensors.add(HostTensor.inout(name, TensorSpec.of(DType.FLOAT32, count), values));
        reports.add(new Report(name, values, check));
        return values;
    }

    /**
     * Sets the graph.
     *
     * @param tasks how many it submits, alloc tasks not counted; a run that completes another
     *     number is not called verified
     * @param used every kernel that it may submit; their names label the records
     */
    public TensorCase graph(long tasks, Orchestration body, Kernel... used) {
        expectedTasks = tasks;
        orchestration = body;
        kernels = List.of(used);
        return this;
    }

    /** How often kernels run in all; a run that counts otherwise is not called verified. */
    public TensorCase subtasks(long value) {
        expectedSubtasks = value;
        return this;
    }

    /** As {@link WorkloadCase#tolerance}; 0, that is exactly equal, unless set. */
    public TensorCase tolerance(double value) {
        if (!(value >= 0)) {
            throw new IllegalArgumentException("tolerance=" + value + " is not 0 or above");
        }
        tolerance = value;
        return this;
    }

    /** What single tasks must give, for {@code --check-args}. */
    public TensorCase argumentGolden(ArgumentGolden value) {
        argumentGolden = value;
        return this;
    }

    /** Ring sizes other than the default ones. */
    public TensorCase rings(RingSizes value) {
        rings = value;
        return this;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<HostTensor> hostTensors() {
        return List.copyOf(hostTensors);
    }

    @Override
    public Orchestration orchestration() {
        return orchestration;
    }

    @Override
    public List<Kernel> kernels() {
        return kernels;
    }

    @Override
    public long expectedTasks() {
        return expectedTasks;
    }

    @Override
    public long memoryBytes() {
        return hostTensors.stream()
                .mapToLong(t -> t.spec().sizeBytes() + PLACEMENT_BYTES)
                .sum();
    }

    @Override
    public Optional<RingSizes> rings() {
        return Optional.ofNullable(rings);
    }

    @Override
    public double tolerance() {
        return tolerance;
    }

    @Override
    public Optional<ArgumentGolden> argumentGolden() {
        return Optional.ofNullable(argumentGolden);
    }

    @Override
    public void reset() {
        reports.forEach(report -> Arrays.fill(report.values(), 0));
        for (Output output : outputs) {
            System.arraycopy(output.initial, 0, output.values, 0, output.values.length);
        }
    }

    @Override
    public Verification verify(RunResult result) {
        if (!result.isOk()) {
            return Verification.failed("not verified: " + result.sentence());
        }
        long ran = result.completed() - result.allocated();
        if (ran != expectedTasks) {
            return Verification.failed(ran + " tasks completed, the graph has " + expectedTasks);
        }
        if (expectedSubtasks != UNKNOWN && result.subtasks() != expectedSubtasks) {
            return Verification.failed(
                    "kernels ran %d times, the graph asks for %d".formatted(result.subtasks(), expectedSubtasks));
        }
        for (Report report : reports) {
            if (!report.check().test(report.values())) {
                return Verification.failed(report.name() + "=" + Arrays.toString(report.values()) + " cannot be");
            }
        }
        long compared = 0;
        for (Output output : outputs) {
            compared += output.values.length;
            Difference difference = compare(output);
            if (difference != null) {
                return Verification.differs(compared, difference);
            }
        }
        return Verification.passed(ran, compared, tolerance);
    }

    private Difference compare(Output output) {
        if (output.expected == null) {
            double[] expected = output.golden.get();
            if (expected.length != output.values.length) {
                throw new IllegalStateException("the golden of %s has %d values, and the output has %d"
                        .formatted(output.name, expected.length, output.values.length));
            }
            output.expected = expected;
        }
        int first = -1;
        long differing = 0;
        for (int i = 0; i < output.values.length; i++) {
            if (!Closeness.isWithin(tolerance, output.values[i], output.expected[i])) {
                first = first < 0 ? i : first;
                differing++;
            }
        }
        if (first < 0) {
            return null;
        }
        float[] values = output.values;
        return Difference.at(
                output.name,
                output.shape,
                first,
                values[first],
                output.expected[first],
                tolerance,
                differing,
                values.length);
    }
}
