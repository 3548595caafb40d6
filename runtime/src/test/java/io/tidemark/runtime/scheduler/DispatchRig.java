package io.tidemark.runtime.scheduler;

import io.tidemark.abi.Platform;
import io.tidemark.abi.TaskId;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.simulated.VirtualClock;
import io.tidemark.probe.HostWaits;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.async.AsyncCompletion;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.task.TaskShape;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.team.Doorbells;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.SchedulerTeam.LaunchSite;
import io.tidemark.runtime.team.TeamBoard;

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
    final TeamBoard board;
    final CoreTracker tracker;
    final CoreSender sender;
    final Dispatcher dispatcher;
    private final TaskSlot busyWith = submit(AIC, 1);

    DispatchRig(int clusters, SchedulerProbe probe, boolean singleIssue) {
        ChipShape shape = ChipShape.of(Platform.A5, 2 * clusters); // half of it is another's
        VirtualClock clock = new VirtualClock(50_000_000L);
        ChipDriver driver = new HandDriver(clock, core -> {});
        Chip chip = new BareChip(shape);
        board = new TeamBoard(shape, 2, false, HostWaits.none());
        SchedulerTeam team = new SchedulerTeam(
                table,
                new RunLatches(),
                board,
                new SharedScheduling(table, board, driver.pacer()),
                chip,
                driver,
                RuntimeConfig.builder().clusters(1).build(),
                new LaunchSite(
                        new DrainBoard(1),
                        new Doorbells(chip.registers()),
                        new AsyncCompletion(shape.coreCount(), null)),
                () -> 0);
        tracker = new CoreTracker(0, team);
        GateOpener gates = new GateOpener(table, team.launch().doorbells(), !singleIssue, false);
        sender = new CoreSender(team, tracker, gates, probe);
        CohortDispatcher cohorts = new CohortDispatcher(0, team, new BlockPlacer(team, tracker, sender), gates, probe);
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

    /** The scheduler's number of a core. */
    int number(int cluster, int position) {
        return tracker.numbers()[3 * cluster + position];
    }
}
