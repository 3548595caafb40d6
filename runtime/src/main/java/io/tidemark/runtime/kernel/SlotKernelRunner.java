package io.tidemark.runtime.kernel;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.ErrorCode;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.KernelRunner;
import io.tidemark.chip.TimeModel;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.runtime.KernelCost;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.tensormap.ArgumentTag;

/** Calls kernels on behalf of cores. A kernel that throws ends the run; the core itself continues. */
public final class SlotKernelRunner implements KernelRunner {
    private final SlotKernelContext[] contexts;
    private final int[] positions;
    private final ChipShape shape;
    private final DispatchPayloads payloads;
    private final TaskTable table;
    private final RunLatches latches;
    private final ChipProfile profile; // null where time is real
    private final boolean computes;
    private final long[] leads; // by core

    /**
     * @param computes false to call no kernel
     */
    public SlotKernelRunner(
            Chip chip,
            TaskTable table,
            RunLatches latches,
            AsyncCompletion async,
            ChipDriver driver,
            boolean computes) {
        this.profile = driver.timeModel().map(TimeModel::profile).orElse(null);
        this.computes = computes;
        this.shape = chip.shape();
        this.payloads = chip.payloads();
        this.table = table;
        DeviceMemory memory = chip.memory().map();
        this.latches = latches;
        this.contexts = new SlotKernelContext[shape.coreCount()];
        this.positions = new int[contexts.length];
        this.leads = new long[contexts.length];
        for (int core = 0; core < contexts.length; core++) {
            positions[core] = shape.position(core);
            contexts[core] = new SlotKernelContext(core, shape.subBlock(core), memory, latches, async, driver.pacer());
        }
    }

    @Override
    public boolean run(int core, int buffer) throws Exception {
        if (!computes) {
            return true;
        }
        TaskSlot task = task(core, buffer);
        SlotKernelContext context = bound(core, buffer, task);
        task.kernelAt(positions[core]).body().run(context);
        return !context.wasToldToStop();
    }

    private SlotKernelContext bound(int core, int buffer, TaskSlot task) {
        SlotKernelContext context = contexts[core];
        int block = task.blockCount() == 1 ? 0 : payloads.blockIndex(core, buffer);
        context.bind(task, block, buffer);
        return context;
    }

    @Override
    public long picos(int core, int buffer) {
        TaskSlot task = task(core, buffer);
        KernelCost cost = task.kernelAt(positions[core]).cost(bound(core, buffer, task));
        leads[core] = cost.lead().isZero() ? 0 : cost.lead().toNanos() * ChipProfile.NANO;
        if (cost.duration() != null) {
            return cost.duration().toNanos() * ChipProfile.NANO;
        }
        long bytes = cost.bytes() == KernelCost.OF_TENSORS ? tensorBytes(task) : cost.bytes();
        return profile.cores(shape.type(core) == CoreType.AIC).picos(bytes, cost.operations());
    }

    @Override
    public long leadPicos(int core) {
        return leads[core];
    }

    @Override
    public boolean calls() {
        return computes;
    }

    @Override
    public Object kernel(int core, int buffer) {
        return task(core, buffer).kernelAt(positions[core]);
    }

    /** A block's share of what its task reads and writes. */
    private static long tensorBytes(TaskSlot task) {
        long bytes = 0;
        for (int i = 0; i < task.tensorCount(); i++) {
            long each = task.tensor(i).sizeBytes();
            bytes += task.tagCode(i) == ArgumentTag.INOUT.code() ? 2 * each : each;
        }
        return bytes / task.blockCount();
    }

    @Override
    public void failed(int core, int buffer, Throwable cause) {
        TaskSlot task = task(core, buffer);
        String detail = "kernel %s of task %s on core %d (%s) threw %s"
                .formatted(
                        task.kernelAt(positions[core]).name(),
                        TaskTable.text(task.taskId()),
                        core,
                        shape.type(core),
                        Thrown.text(cause));
        latches.failScheduler(RunFailure.of(ErrorCode.KERNEL_FAILED, detail, cause));
    }

    @Override
    public void deviceLost(Throwable cause) {
        latches.failScheduler(
                RunFailure.of(ErrorCode.DEVICE_LOST, "no kernel was on a core when " + cause.getMessage(), cause));
    }

    private TaskSlot task(int core, int buffer) {
        return table.slot(payloads.taskId(core, buffer));
    }
}
