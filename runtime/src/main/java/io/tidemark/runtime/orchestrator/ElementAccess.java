package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.scheduler.RunFailure;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.Arrays;

/**
 * Lets the orchestration look at single elements: it waits until the tasks that make the element
 * are complete and, before writing, until those that keep its buffer are done. Readers of an
 * external tensor are not known and not waited for. Orchestrator thread only.
 */
final class ElementAccess {
    private static final int PAUSES_PER_CHECK = 64;

    private final OrchestratorSite site;
    private final RingResources resources;
    private final DependencyInference inference;
    private final SubmitArguments arguments = new SubmitArguments();
    private long[] producers = new long[16];
    private int count;

    ElementAccess(OrchestratorSite site, RingResources resources, DependencyInference inference) {
        this.site = site;
        this.resources = resources;
        this.inference = inference;
    }

    /** True when the element may be touched; false when the run has failed. */
    boolean await(Tensor tensor, long index, boolean toWrite) {
        if (tensor == null || index < 0 || index >= tensor.elements()) {
            fail(ErrorCode.INVALID_ARGS, "element " + index + " of " + tensor + " does not exist");
            return false;
        }
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            resources.refresh(ring);
        }
        resources.syncMap();
        count = 0;
        arguments.clear();
        arguments.add(ArgumentTag.INPUT, element(tensor, index));
        inference.infer(arguments, false, new Collector());
        arguments.release();
        for (int i = 0; i < count; i++) {
            if (!await(producers[i], toWrite, tensor)) {
                return false;
            }
        }
        return true;
    }

    private static Tensor element(Tensor tensor, long index) {
        Tensor one =
                Tensor.ofStrided(
                        tensor.baseAddress(),
                        tensor.bufferElements(),
                        tensor.dtype(),
                        new int[] {1},
                        new long[] {1},
                        tensor.elementOffset(index));
        Tensor versioned = tensor.version() == 0 ? one : one.withVersion(tensor.version());
        return tensor.ownerTaskId() == Tensor.NO_OWNER
                ? versioned
                : versioned.ownedBy(tensor.ownerTaskId());
    }

    private boolean await(long producer, boolean toWrite, Tensor tensor) {
        TaskSlot slot = site.table().slot(producer);
        long deadline = site.clock().nanos() + site.config().tensorWaitTimeout().toNanos();
        int pauses = 0;
        while (!isReady(slot, producer, toWrite)) {
            if (pauses == PAUSES_PER_CHECK) {
                resources.waitingFor(OrchestratorWait.forTask(producer));
            }
            site.pacer().pause(pauses++);
            if (pauses % PAUSES_PER_CHECK != 0) {
                continue;
            }
            if (site.latches().hasFailed()) {
                return false;
            }
            if (site.clock().nanos() - deadline > 0) {
                fail(
                        ErrorCode.TENSOR_WAIT_TIMEOUT,
                        "waited %d ms for task %s to be done with %s"
                                .formatted(
                                        site.config().tensorWaitTimeout().toMillis(),
                                        TaskTable.text(producer),
                                        tensor));
                return false;
            }
        }
        if (pauses > PAUSES_PER_CHECK) {
            resources.waitingFor(OrchestratorWait.NONE);
        }
        return true;
    }

    private static boolean isReady(TaskSlot slot, long producer, boolean toWrite) {
        if (slot == null || slot.taskId() != producer) {
            return true;
        }
        return slot.isCompleteAcquire() && (!toWrite || slot.isUnpinned());
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
        public boolean modifier(long producer, int argument, int entry, int overlap) {
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
