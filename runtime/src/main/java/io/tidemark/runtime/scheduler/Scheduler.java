package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Actor;
import io.tidemark.runtime.RunResult.SchedulerCounters;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.Completions;
import io.tidemark.runtime.team.GateOpener;
import io.tidemark.runtime.team.LoopCounts;
import io.tidemark.runtime.team.RunFailure;
import io.tidemark.runtime.team.RunLatches;
import io.tidemark.runtime.team.SchedulerProbe;
import io.tidemark.runtime.team.SchedulerTeam;
import io.tidemark.runtime.team.StallWatch;
import io.tidemark.runtime.timing.TimingSlots;
import java.util.List;

/**
 * One scheduler: boots its cores, then each step polls them, completes what is done and dispatches
 * what is ready, until the run is completed; then it sends its cores home. Stepped by one thread at
 * a time; it alone writes the dispatch registers of its cores, except for the one broadcast of an
 * emergency.
 */
public final class Scheduler implements Actor {
    private enum Phase {
        HANDSHAKE,
        BARRIER,
        LOOP,
        LEAVING,
        LEFT
    }

    private final int number;
    private final SchedulerTeam team;
    private final RunLatches latches;
    private final CoreTracker tracker;
    private final CoreLifecycle lifecycle;
    private final Completions completion;
    private final CoreSender sender;
    private final CorePoller poller;
    private final DummyDrain drain;
    private final boolean retires;
    private final Dispatcher dispatcher;
    private final CohortDispatcher cohorts;
    private final EarlyStager stager;
    private final boolean maySpeculate;
    private final StallWatch watchdog;
    private final LoopCounts loops;
    private final SchedulerProbe probe; // null when nothing is recorded

    private Phase phase = Phase.HANDSHAKE;
    private int publishedRunning = -1; // the last value published to the others
    private boolean serialGate;
    private boolean dispatches; // since cores have started
    private boolean isHeldUp; // the probe has no room

    public Scheduler(int number, SchedulerTeam team, SchedulerProbe probe, boolean singleIssue) {
        this.number = number;
        this.team = team;
        this.latches = team.latches();
        this.tracker = new CoreTracker(number, team);
        GateOpener gates = new GateOpener(
                team.table(),
                team.launch().doorbells(),
                !singleIssue,
                team.chip().opensGates());
        this.completion = team.policy().completions(number, gates, probe);
        this.sender = new CoreSender(team, tracker, gates, probe);
        this.poller = new CorePoller(team, tracker, sender, gates, completion, probe);
        this.drain = new DummyDrain(team.table(), completion::complete, probe);
        this.retires = team.policy().schedulersRetire();
        BlockPlacer placer = new BlockPlacer(team, tracker, sender);
        this.cohorts = new CohortDispatcher(number, team, placer, gates, probe);
        this.dispatcher = new Dispatcher(number, team, tracker, sender, cohorts, probe, singleIssue);
        this.stager = new EarlyStager(number, team, tracker, placer, cohorts, gates);
        this.maySpeculate = !singleIssue && (probe == null || probe.mayStage());
        this.watchdog = team.policy().stallWatch(number, team, tracker);
        this.loops = new LoopCounts(watchdog);
        this.lifecycle = new CoreLifecycle(number, team, tracker, poller, completion, probe);
        this.probe = probe;
        this.serialGate = team.config().serial();
    }

    @Override
    public boolean step() {
        return switch (phase) {
            case LOOP -> loop();
            case HANDSHAKE -> handshake();
            case BARRIER -> barrier();
            case LEAVING -> leave();
            case LEFT -> false;
        };
    }

    @Override
    public boolean isWatching() {
        return phase == Phase.LOOP;
    }

    @Override
    public boolean isFinished() {
        return phase == Phase.LEFT;
    }

    /**
     * Known while a cohort waits for cores: each step polls cores that say nothing new, and takes
     * part in an attempt that fails as the one before.
     */
    @Override
    public long stallState() {
        if (phase != Phase.LOOP
                || isHeldUp
                || !poller.asksCoresOnly()
                || dispatcher.heldCount() > 0
                || completion.deferredCount() > 0) {
            return NO_STALL;
        }
        int attempt = cohorts.attemptState();
        return attempt < 0 ? NO_STALL : 2L * tracker.open().count() + attempt;
    }

    @Override
    public long stallLimitNanos() {
        return watchdog.safeUntilNanos();
    }

    @Override
    public void skipSteps(long count) {
        loops.skip(count);
    }

    /** The counters; call it after the run. */
    public SchedulerCounters counters() {
        return new SchedulerCounters(
                number,
                loops.all(),
                loops.idle(),
                sender.sent(),
                sender.toPending(),
                poller.subtasks(),
                completed(),
                drain.dummies(),
                drain.skipped(),
                dispatcher.popHits(),
                dispatcher.popMisses(),
                cohorts.localLaunches(),
                cohorts.drains(),
                stager.blocks());
    }

    /** Timing slots as this scheduler saw them; after the run only. */
    public TimingSlots timing() {
        return sender.timing();
    }

    /** What its cores had not finished when it left; after the run only. */
    public List<BusyCore> busyCores() {
        return lifecycle.busyCores();
    }

    private boolean handshake() {
        if (latches.hasFailed()) {
            return endInEmergency();
        }
        int prepared = team.policy().prepare(number);
        if (!team.policy().mayStart(number)) {
            return prepared > 0;
        }
        if (!lifecycle.haveBooted()) {
            return false;
        }
        team.board().arriveAtBarrier();
        team.pacer().wakeLanes();
        phase = Phase.BARRIER;
        return true;
    }

    private boolean barrier() {
        if (latches.hasFailed()) {
            return endInEmergency();
        }
        if (!team.board().isBarrierOpen()) {
            return false;
        }
        lifecycle.open();
        dispatches = team.policy().schedulersDispatch();
        phase = Phase.LOOP;
        return true;
    }

    private boolean loop() {
        loops.begin();
        if (latches.hasFailed()) {
            return endInEmergency();
        }
        if (latches.isCompleted() || tracker.isIdle() && isEverythingDone()) {
            phase = Phase.LEAVING;
            return true;
        }
        if (probe != null) {
            isHeldUp = !probe.hasRoom();
            if (isHeldUp) {
                watchdog.progress(); // waiting for the host is not standing still
                return false;
            }
        }
        int done = pollCores() + completeAsync();
        int retired = 0;
        int sent;
        if (cohorts.isDraining()) {
            sent = takePartInDrain();
        } else {
            boolean open = dispatches && isGateOpen();
            retired = open ? retireReady() : 0;
            sent = open ? dispatchReady() : 0;
        }
        boolean reclaimed = advanceRequestedRings();
        if (done + retired + sent > 0 || reclaimed) {
            loops.endStreak();
            if (done + retired > 0 || reclaimed) {
                watchdog.progress();
            }
            return true;
        }
        if (poller.isHeldBack() || dispatcher.heldCount() > 0) {
            watchdog.progress(); // waiting for the host is not standing still
            return false;
        }
        return idle();
    }

    private boolean isEverythingDone() {
        if (!latches.isOrchestrationDone() || team.completed() < team.table().submittedAcquire()) {
            return false;
        }
        latches.complete(team.clock().ticks());
        team.pacer().wakeLanes();
        return true;
    }

    private int pollCores() {
        if (probe == null) {
            return poller.poll();
        }
        probe.loopBegin(loops.all());
        int done = poller.poll();
        probe.completePhaseEnd(done);
        return done;
    }

    /** Tasks completed here, on cores or without one. */
    private long completed() {
        return poller.tasks() + drain.dummies() + drain.skipped();
    }

    /** A serial run dispatches only when everything is submitted. */
    private boolean isGateOpen() {
        if (serialGate && latches.isOrchestrationDone()) {
            serialGate = false;
        }
        return !serialGate;
    }

    private int retireReady() {
        return retires ? drain.drain() : 0;
    }

    private int dispatchReady() {
        long hits = dispatcher.popHits();
        long misses = dispatcher.popMisses();
        int sent = dispatcher.dispatch();
        if (probe != null) {
            probe.dispatchPhaseEnd(sent, (int) (dispatcher.popHits() - hits), (int) (dispatcher.popMisses() - misses));
        }
        if (sent > 0 && dispatcher.hasReady()) {
            team.pacer().wakeLanes(); // others may have cores for what is left
        }
        if (maySpeculate && team.table().hasHadCandidates()) {
            sent += stageEarly();
        }
        publishRunning();
        return sent;
    }

    private int stageEarly() {
        if (!stager.hasCandidate() || dispatcher.hasReady() || dispatcher.heldCount() > 0) {
            return 0;
        }
        int staged = stager.stage();
        if (probe != null) {
            probe.earlyPhaseEnd(staged);
        }
        return staged;
    }

    /** While a cohort gathers its cores nothing else is dispatched; completions continue. */
    private int takePartInDrain() {
        if (probe != null) {
            probe.phaseBegin();
        }
        int sent = cohorts.drain();
        publishRunning();
        if (sent > 0 && probe != null) {
            probe.drainPhaseEnd(cohorts.drainedBlocks(), sent);
        }
        return sent;
    }

    private void publishRunning() {
        int running = tracker.busyCount() + dispatcher.heldCount();
        if (running != publishedRunning) { // most looks change nothing
            publishedRunning = running;
            team.board().running(number, running);
        }
    }

    private int completeAsync() {
        if (!poller.hasConditions()) {
            return 0;
        }
        if (probe != null) {
            probe.phaseBegin();
        }
        int met = poller.pollConditions();
        if (probe != null) {
            probe.asyncPhaseEnd(met);
        }
        return met;
    }

    private boolean advanceRequestedRings() {
        int rings = team.table().takeAdvanceRequests();
        return rings != 0 && completion.advance(rings);
    }

    private boolean idle() {
        loops.countIdle();
        int deferred = completion.deferredCount();
        if (deferred > 0) {
            if (probe != null) {
                probe.phaseBegin();
            }
            if (completion.releaseIdle()) {
                watchdog.progress();
            }
            if (probe != null) {
                probe.releasePhaseEnd(deferred);
            }
            return true;
        }
        team.board().foundNothing(number);
        RunFailure failure = loops.foundNothing();
        if (failure == null) {
            return false;
        }
        latches.failScheduler(failure);
        return endInEmergency();
    }

    private boolean endInEmergency() {
        lifecycle.announceEmergency();
        phase = Phase.LEAVING;
        return true;
    }

    private boolean leave() {
        boolean moved = lifecycle.step(this::pollCores);
        if (lifecycle.isOver()) {
            phase = Phase.LEFT;
        }
        return moved;
    }

    /**
     * A core that had work when its scheduler left. Immutable, but the slots are the run's own.
     *
     * @param block which block of the running task it runs
     * @param pending the task behind the running one, or null
     * @param pendingBlock which block of that
     * @param dispatchTick when the running task was sent, 0 when it was not recorded
     * @param startTick when its kernel began, 0 when it has not or it was not recorded
     */
    public record BusyCore(
            int core,
            TaskSlot running,
            int block,
            TaskSlot pending,
            int pendingBlock,
            long dispatchTick,
            long startTick) {}
}
