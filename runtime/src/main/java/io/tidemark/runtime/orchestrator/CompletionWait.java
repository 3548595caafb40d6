package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.WaitBudget;
import io.tidemark.runtime.orchestrator.SubmitPolicy.ProducerWait;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;

/**
 * Waits beside the running tasks: until a producer is complete and, before a write, until those
 * that keep its buffer are done. Orchestrator thread only.
 */
final class CompletionWait implements ProducerWait {
    private static final int PAUSES_PER_CHECK = 64;

    private final OrchestratorSite site;
    private final RingResources resources;

    CompletionWait(OrchestratorSite site, RingResources resources) {
        this.site = site;
        this.resources = resources;
    }

    @Override
    public boolean isVisible(Tensor tensor) {
        return true;
    }

    @Override
    public boolean await(long producer, boolean toWrite, Tensor tensor) {
        TaskSlot slot = site.table().slot(producer);
        WaitBudget budget = null; // made by the few waits that last
        long hostWaits = 0;
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
            if (budget == null) {
                budget = new WaitBudget(site.config().tensorWaitTimeout().toNanos(), site.clock()::nanos);
            }
            if (hostWaits != site.board().hostWaitsOpaque()) {
                hostWaits = site.board().hostWaitsOpaque();
                budget.end(); // the recording may delay the producer
            }
            if (budget.isSpent()) {
                site.latches()
                        .failOrchestrator(RunFailure.of(
                                ErrorCode.TENSOR_WAIT_TIMEOUT,
                                "waited %d ms for task %s to be done with %s"
                                        .formatted(
                                                site.config()
                                                        .tensorWaitTimeout()
                                                        .toMillis(),
                                                TaskTable.text(producer),
                                                tensor)));
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
}
