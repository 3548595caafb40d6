package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.ErrorCode;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.orchestrator.ProducerWait;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;

/**
 * What an orchestration on the host can see: the host's own tensors, until a task is to write them.
 * No task runs before the orchestration ends, so waiting for one is an error at once. Orchestrator
 * thread only.
 */
final class HostView implements ProducerWait {
    private final RunLatches latches;

    HostView(RunLatches latches) {
        this.latches = latches;
    }

    @Override
    public boolean isVisible(Tensor tensor) {
        if (tensor.ownerTaskId() == Tensor.NO_OWNER) {
            return true;
        }
        latches.failOrchestrator(
                RunFailure.of(
                        ErrorCode.INVALID_ARGS,
                        "%s lies in memory of the chip, and an orchestration on the host sees host tensors only"
                                .formatted(tensor)));
        return false;
    }

    @Override
    public boolean await(long producer, boolean toWrite, Tensor tensor) {
        latches.failOrchestrator(
                RunFailure.of(
                        ErrorCode.TENSOR_WAIT_TIMEOUT,
                        "%s is written by task %s, which starts when the orchestration on the host has ended"
                                .formatted(tensor, TaskTable.text(producer))));
        return false;
    }
}
