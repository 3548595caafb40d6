package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.scheduler.DummyDrain;
import io.tidemark.runtime.scheduler.Watchdog;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.CoreActivity;
import io.tidemark.runtime.team.LoopCounts;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.StallWatch;
import io.tidemark.runtime.team.TeamBoard;

/**
 * The actor without cores. It takes tasks that schedulers found complete, wakes and routes the tasks that they unlock,
 * completes tasks that need no core, and counts the completed tasks. It alone may say that the run stands still.
 * Stepped by one thread at a time.
 */
public final class Resolver implements GraphResolver {
    private enum Phase {
        PREPARE,
        LOOP,
        LEAVING,
        LEFT
    }

    /** Completions taken from one queue in a step, so that no scheduler is kept waiting. */
    private static final int BATCH = 64;

    private final HostGraph graph;
    private final SchedulerTeam team;
    private final RunLatches latches;
    private final SchedulerProbe probe; // null when nothing is recorded
    private final SchedulerProbe walks; // null when they are not recorded
    private final StallWatch watch;
    private final LoopCounts loops;
    private final DummyDrain drain;
    private final long[] batch = new long[BATCH];

    private Phase phase = Phase.PREPARE;
    private GraphImage image; // set when the loop begins
    private long completed;
    private long progressSeen;
    private boolean isHeldUp; // the probe has no room

    /**
     * @param probe where it tells what it did, or null
     */
    public Resolver(HostGraph graph, SchedulerTeam team, SchedulerProbe probe) {
        this.graph = graph;
        this.team = team;
        this.latches = team.latches();
        this.probe = probe;
        this.walks = probe != null && probe.wantsWalks() ? probe : null;
        this.drain = new DummyDrain(team.table(), this::complete, probe);
        this.watch = new Watchdog(team, new TeamActivity(team.board()));
        this.loops = new LoopCounts(watch);
    }

    @Override
    public boolean step() {
        return switch (phase) {
            case LOOP -> loop();
            case PREPARE -> prepare();
            case LEAVING -> leave();
            case LEFT -> false;
        };
    }

    @Override
    public boolean isWatching() {
        return phase != Phase.LEAVING;
    }

    @Override
    public boolean isFinished() {
        return phase == Phase.LEFT;
    }

    @Override
    public SchedulerCounters counters() {
        return new SchedulerCounters(
                graph.resolver(),
                loops.all(),
                loops.idle(),
                0,
                0,
                0,
                drain.dummies() + drain.skipped(),
                drain.dummies(),
                drain.skipped(),
                0,
                0,
                0,
                0,
                0);
    }

    /** State that is known while schedulers hand over nothing. */
    @Override
    public long stallState() {
        return phase == Phase.LOOP && !isHeldUp && team.board().progressOpaque() == progressSeen ? 0 : NO_STALL;
    }

    @Override
    public long stallLimitNanos() {
        return watch.safeUntilNanos();
    }

    @Override
    public void skipSteps(long count) {
        loops.skip(count);
    }

    private boolean prepare() {
        if (latches.hasFailed()) {
            phase = Phase.LEAVING;
            return true;
        }
        int settled = graph.prepare(graph.resolver());
        if (!graph.mayStart(graph.resolver())) {
            return settled > 0 || idle();
        }
        if (graph.isOnDevice()) {
            return false; // known from the moment on that anybody may start: another one watches
        }
        image = graph.image();
        team.board().arriveAtBarrier();
        team.pacer().wakeLanes();
        phase = Phase.LOOP;
        return true;
    }

    private boolean loop() {
        loops.begin();
        if (latches.hasFailed() || latches.isCompleted() || isEverythingDone()) {
            phase = Phase.LEAVING;
            return true;
        }
        isHeldUp = !hasRoom();
        if (isHeldUp) {
            watch.progress(); // waiting for the host is not standing still
            return false;
        }
        int done = resolve();
        if (done + drain.drain() == 0) {
            return idle();
        }
        loops.endStreak();
        watch.progress();
        team.pacer().wakeLanes(); // something may be ready
        return true;
    }

    private boolean isEverythingDone() {
        if (team.completed() < team.table().submittedAcquire()) {
            return false;
        }
        latches.complete(team.clock().ticks());
        team.pacer().wakeLanes();
        return true;
    }

    private boolean hasRoom() {
        return probe == null || probe.hasRoom();
    }

    private int resolve() {
        if (probe == null) {
            return takeCompleted();
        }
        probe.loopBegin(loops.all());
        int done = takeCompleted();
        probe.completePhaseEnd(done);
        return done;
    }

    private int takeCompleted() {
        int done = 0;
        for (int scheduler = 0; scheduler < team.board().schedulers(); scheduler++) {
            ReadyQueue queue = graph.completed(scheduler);
            int count = queue.pop(batch, BATCH);
            if (count > 0 && probe != null) {
                probe.phaseBegin();
            }
            for (int i = 0; i < count; i++) {
                complete(team.table().slot(batch[i]));
            }
            done += count;
        }
        return done;
    }

    private void complete(TaskSlot slot) {
        int first = image.complete(TaskId.local(slot.taskId()));
        if (walks != null && isLong(first)) {
            long beginTick = walks.walkBegin();
            int consumers = wakeAll(first);
            recordNotified(consumers);
            walks.walkEnd(beginTick, consumers);
        } else {
            recordNotified(wakeAll(first));
        }
        team.board().completed(graph.resolver(), ++completed); // last: what it unlocks is routed
    }

    private void recordNotified(int consumers) {
        if (probe != null && consumers > 0) {
            probe.told(consumers);
        }
    }

    private boolean isLong(int first) {
        int waiter = first;
        for (int i = 0; i < SchedulerProbe.SHORT_WALK && waiter != GraphImage.FREE; i++) {
            waiter = image.nextWaiter(waiter);
        }
        return waiter != GraphImage.FREE;
    }

    /** Wakes all who wait in one list, and says how many. */
    private int wakeAll(int first) {
        int count = 0;
        for (int waiter = first; waiter != GraphImage.FREE; count++) {
            int next = image.nextWaiter(waiter); // before the waiter hangs itself elsewhere
            if (image.settle(waiter)) {
                team.table().route(team.table().slot(TaskId.of(0, waiter)));
            }
            waiter = next;
        }
        return count;
    }

    private boolean idle() {
        loops.countIdle();
        long progress = team.board().progressOpaque();
        if (progress != progressSeen) {
            progressSeen = progress;
            watch.progress();
        }
        RunFailure failure = loops.foundNothing();
        if (failure != null) {
            latches.failScheduler(failure);
        }
        return false;
    }

    /** After a failure schedulers still hand over what was done before it, and it counts. */
    private boolean leave() {
        boolean room = hasRoom();
        if (image != null && room && resolve() > 0) {
            return true;
        }
        long now = team.clock().nanos();
        long deadline = latches.joinDeadlineNanos(
                now + latches.joinNanos(team.config().exitJoinTimeout().toNanos()));
        boolean late = now - deadline > 0;
        boolean waits = !room || !team.board().haveAllLeft();
        if (!late && (waits || probe != null && !probe.flush())) {
            return false;
        }
        phase = Phase.LEFT;
        return true;
    }

    /**
     * The cores of all schedulers, as those report them. For the thread that steps the resolver.
     */
    private static final class TeamActivity implements CoreActivity {
        private final TeamBoard board;

        TeamActivity(TeamBoard board) {
            this.board = board;
        }

        @Override
        public boolean isIdle() {
            return board.runningAcquire() == 0;
        }

        @Override
        public int firstBusyCore() {
            int scheduler = firstBusyScheduler();
            return scheduler < 0 ? -1 : board.busyCoreAcquire(scheduler);
        }

        @Override
        public long firstBusyTask() {
            int scheduler = firstBusyScheduler();
            return scheduler < 0 ? TaskId.NONE : board.busyTask(scheduler);
        }

        private int firstBusyScheduler() {
            for (int scheduler = 0; scheduler < board.schedulers(); scheduler++) {
                if (board.busyCoreAcquire(scheduler) >= 0) {
                    return scheduler;
                }
            }
            return -1;
        }
    }
}
