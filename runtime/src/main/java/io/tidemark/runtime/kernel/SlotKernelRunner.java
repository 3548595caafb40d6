package io.tidemark.runtime.kernel;

import io.tidemark.abi.ErrorCode;
import io.tidemark.chip.KernelRunner;
import io.tidemark.chip.Topology;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.Thrown;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.scheduler.RunFailure;
import io.tidemark.runtime.scheduler.RunLatches;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;

/** Calls kernels on behalf of cores. A kernel that throws ends the run; the core itself goes on. */
public final class SlotKernelRunner implements KernelRunner<TaskSlot> {
    private final SlotKernelContext[] contexts;
    private final int[] positions;
    private final Topology topology;
    private final RunLatches latches;

    public SlotKernelRunner(
            Topology topology, DeviceMemory memory, RunLatches latches, AsyncCompletion async) {
        this.topology = topology;
        this.latches = latches;
        this.contexts = new SlotKernelContext[topology.coreCount()];
        this.positions = new int[contexts.length];
        for (int core = 0; core < contexts.length; core++) {
            positions[core] = topology.position(core);
            contexts[core] =
                    new SlotKernelContext(core, topology.subBlock(core), memory, latches, async);
        }
    }

    @Override
    public boolean run(int core, TaskSlot task, int blockIndex, int buffer) throws Exception {
        SlotKernelContext context = contexts[core];
        context.bind(task, blockIndex, buffer);
        task.kernelAt(positions[core]).body().run(context);
        return !context.wasToldToStop();
    }

    @Override
    public void failed(int core, TaskSlot task, Throwable cause) {
        String detail =
                "kernel %s of task %s on core %d (%s) threw %s"
                        .formatted(
                                task.kernelAt(positions[core]).name(),
                                TaskTable.text(task.taskId()),
                                core,
                                topology.type(core),
                                Thrown.text(cause));
        latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, detail, cause));
    }

    @Override
    public long taskId(TaskSlot task) {
        return task.taskId();
    }

    @Override
    public int functionId(int core, TaskSlot task) {
        return task.kernelAt(positions[core]).functionId();
    }
}
