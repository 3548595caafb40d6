package io.tidemark.runtime.team;

import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchSource;
import io.tidemark.probe.args.TakenArgsProbe;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import java.util.function.IntFunction;

/** What a run records of the arguments that its chip dumps itself. Immutable; any thread. */
public final class DumpedByCores implements CoreArguments {
    private final IntFunction<TakenArgsProbe> probes; // by core
    private final TaskTable table;

    public DumpedByCores(IntFunction<TakenArgsProbe> probes, TaskTable table) {
        this.probes = probes;
        this.table = table;
    }

    static ArgumentStage stage(boolean isAfter) {
        return isAfter ? ArgumentStage.AFTER_COMPLETION : ArgumentStage.BEFORE_DISPATCH;
    }

    @Override
    public Taker taker(int core) {
        return new TakenArguments(probes.apply(core).core(), table);
    }

    @Override
    public boolean isDumped(DispatchSource task, boolean isAfter) {
        return selection().records(slot(task), stage(isAfter));
    }

    @Override
    public boolean isDumped(DispatchSource task, int tensor, boolean isAfter) {
        return selection().wantsBytes(slot(task), tensor, stage(isAfter));
    }

    /** The same for every core. */
    private TakenArgsProbe selection() {
        return probes.apply(0);
    }

    private TaskSlot slot(DispatchSource task) {
        return table.slot(task.taskId());
    }
}
