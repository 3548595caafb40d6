package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.runtime.orchestrator.FaninSink;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * Writes the producers of each task down as numbers. Whether an edge also keeps memory does not
 * matter here: all memory is kept. Orchestrator thread only.
 */
final class ImageFanin implements FaninSink {
    private final RunLatches latches;
    private final FaninBuilder builder;
    private TaskSlot slot;

    ImageFanin(RunLatches latches, FaninBuilder builder) {
        this.latches = latches;
        this.builder = builder;
    }

    @Override
    public boolean begin(TaskSlot newSlot, int ring, SubmitArguments arguments) {
        slot = newSlot;
        builder.begin();
        for (int i = 0; i < arguments.explicitCount(); i++) {
            if (!exists(arguments.explicitId(i))) { // no task is ever gone, so all ids are checked
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean explicit(long producer, int flags) {
        return append(producer);
    }

    @Override
    public boolean creator(long producer, int argument) {
        return append(producer);
    }

    @Override
    public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
        return append(producer);
    }

    @Override
    public boolean wire(int local) {
        assert builder.tasks() == local + 1 : "local=" + local + " of " + builder.tasks();
        return true;
    }

    @Override
    public void holdNext() {} // no task starts before the last edge is known

    @Override
    public void closeCircle(long heldTaskId, long producerTaskId) {
        builder.addLate(TaskId.local(heldTaskId), TaskId.local(producerTaskId));
    }

    @Override
    public void allocated(int ring, int local) {
        builder.begin();
        builder.complete();
    }

    private boolean append(long producer) {
        if (!exists(producer)) {
            return false;
        }
        if (!builder.add(TaskId.local(producer))) {
            fail(
                    ErrorCode.DEP_POOL_OVERFLOW,
                    "task %s depends on more than %d tasks, as many as a graph built on the host allows"
                            .formatted(TaskTable.text(slot.taskId()), FaninBuilder.MOST_PRODUCERS));
            return false;
        }
        return true;
    }

    private boolean exists(long producer) {
        int number = TaskId.local(producer);
        if (TaskId.ring(producer) == 0 && number >= 0 && number < TaskId.local(slot.taskId())) {
            return true;
        }
        fail(
                ErrorCode.INVALID_ARGS,
                "task %s depends on task %s, which does not exist"
                        .formatted(TaskTable.text(slot.taskId()), TaskTable.text(producer)));
        return false;
    }

    private void fail(ErrorCode code, String detail) {
        latches.failOrchestrator(RunFailure.of(code, detail));
    }
}
