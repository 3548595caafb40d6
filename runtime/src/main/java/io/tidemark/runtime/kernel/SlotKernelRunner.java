package io.tidemark.runtime.kernel;

import io.tidemark.abi.ErrorCode;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.KernelRunner;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;

/** Calls kernels on behalf of cores. A kernel that throws ends the run; the core itself goes on. */
public final class SlotKernelRunner implements KernelRunner {
    private final SlotKernelContext[] contexts;
    private final int[] positions;
    private final ChipShape shape;
    private final DispatchPayloads payloads;
    private final TaskTable table;
    private final RunLatches latches;

    public SlotKernelRunner(Chip chip, TaskTable table, RunLatches latches, AsyncCompletion async) {
        this.shape = chip.shape();
        this.payloads = chip.payloads();
        this.table = table;
        DeviceMemory memory = chip.memory().map();
        this.latches = latches;
        this.contexts = new SlotKernelContext[shape.coreCount()];
        this.positions = new int[contexts.length];
        for (int core = 0; core < contexts.length; core++) {
            positions[core] = shape.position(core);
            contexts[core] =
                    new SlotKernelContext(core, shape.subBlock(core), memory, latches, async);
        }
    }

    @Override
    public boolean run(int core, int buffer) throws Exception {
        SlotKernelContext context = contexts[core];
        TaskSlot task = task(core, buffer);
        int block = task.blockCount() == 1 ? 0 : payloads.blockIndex(core, buffer);
        context.bind(task, block, buffer);
        task.kernelAt(positions[core]).body().run(context);
        return !context.wasToldToStop();
    }

    @Override
    public void failed(int core, int buffer, Throwable cause) {
        TaskSlot task = task(core, buffer);
        String detail =
                "kernel %s of task %s on core %d (%s) threw %s"
                        .formatted(
                                task.kernelAt(positions[core]).name(),
                                TaskTable.text(task.taskId()),
                                core,
                                shape.type(core),
                                Thrown.text(cause));
        latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, detail, cause));
    }

    private TaskSlot task(int core, int buffer) {
        return table.slot(payloads.taskId(core, buffer));
    }
}
