package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Core;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.KernelRunner;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.SeededStepper;
import io.tidemark.chip.Topology;
import io.tidemark.chip.VirtualClock;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** One scheduler's dispatcher over cores that nobody steps: their states are the test's. */
final class DispatchRig {
    static final Kernel AIC = Kernel.aic(0, "aic", context -> {});
    static final Kernel AIV = Kernel.aiv(1, "aiv", context -> {});

    /** What a core may be doing when a task comes. */
    enum State {
        IDLE,
        SENT, // not received yet
        RUNNING, // received, nothing behind it
        FULL // received, and another one behind it
    }

    final TaskTable table =
            new TaskTable(RingSizes.defaults().withTaskWindow(256).withHeapBytes(1024));
    final TeamBoard board = new TeamBoard(2);
    final CoreTracker tracker;
    final CoreSender sender;
    final Dispatcher dispatcher;
    private final TaskSlot busyWith = submit(AIC, 1);

    DispatchRig(int clusters, SchedulerProbe probe, boolean singleIssue) {
        Topology topology = new Topology(clusters);
        VirtualClock clock = new VirtualClock(50_000_000L);
        CoreRegisters registers =
                new CoreRegisters(
                        Arena.ofAuto().allocate(CoreRegisters.sizeBytes(topology.coreCount()), 64),
                        topology.coreCount());
        Pacer pacer = new SeededStepper(1, clock).pacer();
        SchedulerTeam team =
                new SchedulerTeam(
                        table,
                        new RunLatches(),
                        board,
                        new SharedScheduling(table, board, pacer),
                        registers,
                        clock,
                        pacer,
                        RuntimeConfig.builder().clusters(1).build(),
                        new LaunchSite(
                                new DrainBoard(1),
                                new Doorbells(registers),
                                new AsyncCompletion(topology.coreCount(), null)),
                        () -> 0);
        List<Core<TaskSlot>> cores = new ArrayList<>();
        for (int cluster = 0; cluster < clusters; cluster++) {
            for (int position = 0; position < Topology.CORES_PER_CLUSTER; position++) {
                int core = topology.core(cluster, position);
                cores.add(
                        new Core<>(
                                core,
                                topology.type(core),
                                registers,
                                new NoKernels(),
                                clock,
                                null));
            }
        }
        tracker = new CoreTracker(cores);
        GateOpener gates = new GateOpener(table, team.launch().doorbells(), !singleIssue);
        sender = new CoreSender(team, tracker, gates, probe);
        CohortDispatcher cohorts =
                new CohortDispatcher(0, team, new BlockPlacer(tracker, sender), gates, probe);
        dispatcher = new Dispatcher(0, team, tracker, sender, cohorts, probe, singleIssue);
    }

    /** Puts an idle core into a state. */
    void set(int index, State state) {
        if (state == State.IDLE) {
            return;
        }
        tracker.startRunning(index, tracker.nextToken(index), busyWith);
        if (state != State.SENT) {
            tracker.acknowledged(index);
        }
        if (state == State.FULL) {
            tracker.startPending(index, tracker.nextToken(index), busyWith);
        }
    }

    TaskSlot submit(Kernel kernel, int blocks) {
        TaskSlot slot = nextSlot();
        slot.begin(nextId(), kernel, TaskShape.of(kernel.coreType()), blocks);
        table.ring(0).publishNext(0);
        return slot;
    }

    TaskSlot submitMixed(int positions, int blocks) {
        TaskSlot slot = nextSlot();
        slot.beginMixed(nextId(), kernels(positions), blocks);
        table.ring(0).publishNext(0);
        return slot;
    }

    static MixedKernels kernels(int positions) {
        return MixedKernels.of(
                (positions & 1) == 0 ? null : AIC,
                (positions & 2) == 0 ? null : AIV,
                (positions & 4) == 0 ? null : AIV);
    }

    /** Makes a task ready. */
    TaskSlot ready(TaskSlot slot) {
        table.route(slot);
        return slot;
    }

    private TaskSlot nextSlot() {
        TaskRing ring = table.ring(0);
        return ring.nextSlot();
    }

    private long nextId() {
        return TaskId.of(0, table.ring(0).nextLocal());
    }

    private static final class NoKernels implements KernelRunner<TaskSlot> {
        @Override
        public boolean run(int core, TaskSlot task, int blockIndex, int buffer) {
            return true;
        }

        @Override
        public void failed(int core, TaskSlot task, Throwable cause) {}

        @Override
        public long taskId(TaskSlot task) {
            return task.taskId();
        }

        @Override
        public int functionId(int core, TaskSlot task) {
            return 0;
        }
    }
}
