package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.graph.GraphLibrary;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.Arrays;

/**
 * Lets the orchestration look at single elements once the tasks that make the element are done with
 * it. Readers of an external tensor are not known and not waited for. Orchestrator thread only.
 */
final class ElementAccess {
    private final OrchestratorSite site;
    private final SubmitPolicy policy;
    private final DependencyInference inference;
    private final SubmitArguments arguments = new SubmitArguments();
    private long[] producers = new long[16];
    private int count;

    ElementAccess(OrchestratorSite site, SubmitPolicy policy, DependencyInference inference) {
        this.site = site;
        this.policy = policy;
        this.inference = inference;
    }

    /** True when the element may be touched; false when the run has failed. */
    boolean await(Tensor tensor, long index, boolean toWrite) {
        if (tensor == null || index < 0 || index >= tensor.elements()) {
            fail(ErrorCode.INVALID_ARGS, "element " + index + " of " + tensor + " does not exist");
            return false;
        }
        if (GraphLibrary.isRecorded(tensor)) {
            fail(ErrorCode.INVALID_ARGS, tensor + " is in a graph's body and nowhere outside");
            return false;
        }
        if (!policy.waits().isVisible(tensor)) {
            return false;
        }
        boolean isAgain = !toWrite
                && site.pacer()
                        .companionReads(place(tensor, index), site.table().submittedAcquire());
        if (isAgain && site.latches().hasFailed()) {
            return false;
        }
        count = 0;
        if (inference.mayHaveProducers(tensor)) {
            policy.resources().catchUp();
            arguments.clear();
            arguments.add(ArgumentTag.INPUT, element(tensor, index));
            inference.infer(arguments, false, new Collector());
            arguments.release();
        }
        if (site.probe() != null) {
            site.probe().elementTouched(toWrite, isAgain, producers, count);
        }
        for (int i = 0; i < count; i++) {
            if (!policy.waits().await(producers[i], toWrite, tensor)) {
                return false;
            }
        }
        return true;
    }

    /** A number for the element: its address in bits. */
    private static long place(Tensor tensor, long index) {
        return tensor.baseAddress() * Byte.SIZE
                + tensor.elementOffset(index) * tensor.dtype().bits();
    }

    private static Tensor element(Tensor tensor, long index) {
        Tensor one = Tensor.ofStrided(
                tensor.baseAddress(),
                tensor.bufferElements(),
                tensor.dtype(),
                new int[] {1},
                new long[] {1},
                tensor.elementOffset(index));
        Tensor versioned = tensor.version() == 0 ? one : one.withVersion(tensor.version());
        return tensor.ownerTaskId() == Tensor.NO_OWNER ? versioned : versioned.ownedBy(tensor.ownerTaskId());
    }

    private void fail(ErrorCode code, String detail) {
        site.latches().failOrchestrator(RunFailure.of(code, detail));
    }

    /** Remembers producers; the same one twice does no harm. */
    private final class Collector implements EdgeSink {
        @Override
        public boolean explicit(long producer, int flags) {
            return add(producer);
        }

        @Override
        public boolean creator(long producer, int argument) {
            return add(producer);
        }

        @Override
        public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
            return add(producer);
        }

        private boolean add(long producer) {
            if (count == producers.length) {
                producers = Arrays.copyOf(producers, 2 * count);
            }
            producers[count++] = producer;
            return true;
        }
    }
}
