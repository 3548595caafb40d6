package io.tidemark.lab.cases;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelBody;
import io.tidemark.runtime.KernelCode;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.workloads.ArgumentGolden;
import io.tidemark.workloads.KernelWitness;
import io.tidemark.workloads.Verification;
import io.tidemark.workloads.WorkloadCase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Another case whose kernels count themselves in a witness file, or one of whose tasks does its
 * work and never returns. The graph sees what it always sees; only the kernels it submits are
 * exchanged on the way, by {@link AlteredGraph}. Not for concurrent use.
 */
public final class AlteredCase implements WorkloadCase {
    /** No task is to hang. */
    public static final int NO_TASK = -1;

    private final WorkloadCase inner;
    private final int hangsAt;
    private final Optional<KernelWitness> witness;
    private final Map<Kernel, Kernel> altered = new HashMap<>();

    /**
     * @param hangsAt number of the task that never returns, from 0 over those with a kernel; or
     *     {@link #NO_TASK}
     */
    public AlteredCase(WorkloadCase inner, int hangsAt, Optional<KernelWitness> witness) {
        if (hangsAt < NO_TASK || hangsAt >= inner.expectedTasks()) {
            throw new IllegalArgumentException("hang-at=" + hangsAt + " is no task of the " + inner.expectedTasks());
        }
        this.inner = inner;
        this.hangsAt = hangsAt;
        this.witness = witness;
    }

    @Override
    public Orchestration orchestration() {
        return graph -> {
            AlteredGraph before = new AlteredGraph(this::counting, AlteredCase::stuck, hangsAt);
            inner.orchestration().run(before.before(graph));
            if (hangsAt >= before.tasks() && !graph.hasFailed()) {
                graph.fail(
                        ErrorCode.EXPLICIT_ORCH_FATAL.number(),
                        "hang-at=%d: this case has only %d tasks with a kernel".formatted(hangsAt, before.tasks()));
            }
        };
    }

    private Kernel counting(Kernel kernel) {
        return witness.isEmpty()
                ? kernel
                : altered.computeIfAbsent(kernel, key -> with(key, witness.get().counting(key.body())));
    }

    private static Kernel stuck(Kernel kernel) {
        return with(kernel, context -> {
            kernel.body().run(context);
            HangWorkload.neverReturn(context);
        });
    }

    private static Kernel with(Kernel kernel, KernelBody body) {
        return Kernel.of(kernel.coreType(), kernel.functionId(), kernel.name(), new KernelCode.JavaCode(body))
                .costing(kernel::cost);
    }

    @Override
    public String title() {
        return inner.title();
    }

    @Override
    public List<HostTensor> hostTensors() {
        return inner.hostTensors();
    }

    @Override
    public List<Kernel> kernels() {
        return inner.kernels();
    }

    @Override
    public long expectedTasks() {
        return inner.expectedTasks();
    }

    @Override
    public long memoryBytes() {
        return inner.memoryBytes();
    }

    @Override
    public Optional<RingSizes> rings() {
        return inner.rings();
    }

    @Override
    public double tolerance() {
        return inner.tolerance();
    }

    @Override
    public Optional<ArgumentGolden> argumentGolden() {
        return inner.argumentGolden();
    }

    @Override
    public void reset() {
        inner.reset();
    }

    @Override
    public Verification verify(RunResult result) {
        if (hangsAt != NO_TASK && result.isOk()) {
            String sentence = "hang-at=" + hangsAt + " did not run: its predicate did not hold";
            return new Verification(false, 0, null, sentence);
        }
        return inner.verify(result);
    }
}
