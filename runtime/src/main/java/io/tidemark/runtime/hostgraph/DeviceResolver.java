package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.TaskId;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.GraphRunner;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.scheduler.Scheduler.BusyCore;
import io.tidemark.runtime.scheduler.Watchdog;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.StallWatch;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches a chip that resolves the graph itself. It counts the tasks that its cores have completed, ends the run when
 * all are complete and recorded, and reports when nothing moves any more. It leaves a graph that the chip cannot
 * resolve to the resolver on the host. Stepped by one thread at a time.
 */
public final class DeviceResolver implements GraphResolver {
    private enum Phase {
        PREPARE,
        LOOP,
        LEAVING,
        LEFT
    }

    private static final int IDLE_LOOPS_PER_CHECK = 64; // a check reads the clock

    private final HostGraph graph;
    private final SchedulerTeam team;
    private final RunLatches latches;
    private final Resolver onHost;
    private final GraphRunner runner;
    private final StallWatch watch;

    private Phase phase = Phase.PREPARE;
    private long loops;
    private long idleLoops;
    private long lifeSeen;
    private long endTick; // when everything was seen to be complete, 0 before
    private int idleStreak;

    /**
     * @param onHost for graphs that the chip cannot resolve
     */
    public DeviceResolver(HostGraph graph, SchedulerTeam team, Resolver onHost) {
        this.graph = graph;
        this.team = team;
        this.latches = team.latches();
        this.onHost = onHost;
        this.runner = graph.device().runner();
        this.watch = new Watchdog(team, new DeviceActivity());
    }

    @Override
    public boolean step() {
        if (!graph.isOnDevice()) {
            return onHost.step();
        }
        return switch (phase) {
            case LOOP -> loop();
            case PREPARE -> prepare();
            case LEAVING -> leave();
            case LEFT -> false;
        };
    }

    @Override
    public boolean isWatching() {
        return graph.isOnDevice() ? phase != Phase.LEAVING : onHost.isWatching();
    }

    @Override
    public boolean isFinished() {
        return graph.isOnDevice() ? phase == Phase.LEFT : onHost.isFinished();
    }

    @Override
    public SchedulerCounters counters() {
        if (!graph.isOnDevice()) {
            return onHost.counters();
        }
        return new SchedulerCounters(
                graph.resolver(),
                loops,
                idleLoops,
                0, // cores took them
                0,
                runner.kernels(),
                runner.completed(),
                0,
                runner.skipped(),
                0,
                0,
                0,
                0,
                0);
    }

    @Override
    public List<String> notes() {
        return graph.notes();
    }

    @Override
    public List<BusyCore> busyCores() {
        List<BusyCore> busy = new ArrayList<>();
        for (int core = 0; graph.isOnDevice() && core < shape().coreCount(); core++) {
            int task = runner.taskOn(core);
            if (task >= 0) {
                busy.add(new BusyCore(
                        core,
                        team.table().slot(TaskId.of(0, task)),
                        runner.blockOn(core),
                        null,
                        0,
                        0,
                        team.registers().startTickAcquire(core)));
            }
        }
        return busy;
    }

    private ChipShape shape() {
        return team.chip().shape();
    }

    private boolean prepare() {
        team.board().arriveAtBarrier();
        team.pacer().wakeLanes();
        phase = latches.hasFailed() ? Phase.LEAVING : Phase.LOOP;
        return true;
    }

    private boolean loop() {
        loops++;
        long completed = runner.completed();
        if (latches.hasFailed() || latches.isCompleted() || isEverythingDone(completed)) {
            tell(completed);
            phase = Phase.LEAVING;
            return true;
        }
        long life = completed + runner.kernels() + runner.dumpedPieces();
        tell(endTick == 0 ? completed : completed - 1); // the last one when its record is taken
        if (life == lifeSeen) {
            return idle();
        }
        lifeSeen = life;
        idleStreak = 0;
        watch.progress();
        return true;
    }

    private void tell(long completed) {
        team.board().completed(graph.resolver(), completed);
    }

    private boolean isEverythingDone(long completed) {
        long all = completed + team.allocations().completedInline();
        if (endTick == 0 && all == team.table().submittedAcquire()) {
            endTick = team.clock().ticks();
        }
        if (endTick == 0 || !runner.isDrained()) {
            return false;
        }
        latches.complete(endTick);
        team.pacer().wakeLanes();
        return true;
    }

    private boolean idle() {
        idleLoops++;
        if (endTick != 0 || runner.isHeld()) {
            watch.progress(); // waiting for records to be taken is not standing still
        }
        if (++idleStreak % IDLE_LOOPS_PER_CHECK == 0) {
            team.board().running(graph.resolver(), running());
            RunFailure failure = watch.check();
            if (failure != null) {
                latches.failScheduler(failure);
            }
        }
        return false;
    }

    private int running() {
        int running = 0;
        for (int core = 0; core < shape().coreCount(); core++) {
            running += runner.taskOn(core) >= 0 ? 1 : 0;
        }
        return running;
    }

    /** After a failure cores still tell what was done before it, and it counts. */
    private boolean leave() {
        tell(runner.completed());
        long now = team.clock().nanos();
        long deadline = latches.joinDeadlineNanos(
                now + latches.joinNanos(team.config().exitJoinTimeout().toNanos()));
        if (!team.board().haveAllLeft() && now - deadline <= 0) {
            return false;
        }
        team.board().running(graph.resolver(), 0);
        phase = Phase.LEFT;
        return true;
    }

    /** The cores, as they tell what they took. For the thread that steps the resolver. */
    private final class DeviceActivity implements CoreActivity {
        @Override
        public boolean isIdle() {
            return firstBusyCore() < 0;
        }

        @Override
        public int firstBusyCore() {
            for (int core = 0; core < shape().coreCount(); core++) {
                if (runner.taskOn(core) >= 0) {
                    return core;
                }
            }
            return -1;
        }

        @Override
        public long firstBusyTask() {
            int core = firstBusyCore();
            int task = core < 0 ? -1 : runner.taskOn(core);
            return task < 0 ? TaskId.NONE : TaskId.of(0, task);
        }
    }
}
