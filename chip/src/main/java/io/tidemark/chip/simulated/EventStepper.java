package io.tidemark.chip.simulated;

import io.tidemark.chip.Actor;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import io.tidemark.chip.TimeModel;
import io.tidemark.chip.simulated.events.Alarms;
import io.tidemark.chip.simulated.events.RepeatedRounds;
import io.tidemark.chip.simulated.events.WakeTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Steps everything in modelled time: one event queue, one clock, one turn. Each actor has its own time, which advances
 * by the cost of its work. The earliest actor has the turn; a fixed order decides among equal ones. An actor with
 * nothing to do sleeps until something that concerns it happens. It wakes at the tick at which its polling would have
 * seen the event. So equal runs take equal steps, whatever the machine does.
 *
 * <p>The orchestration is user code on a separate thread, and so is a kernel that waits for others. There is no thread
 * for the loop: an actor that gives up its turn steps the others on its own thread until its time comes again. The turn
 * goes to another thread only if the earliest actor is in the middle of user code on that thread. The first call of
 * each kernel has a separate thread, to see whether the kernel looks at anything. A kernel that did not is from then on
 * called right in the loop.
 *
 * <p>User code that keeps its turn for too long by the host's clock is taken to never return: the loop continues
 * without it.
 */
public final class EventStepper implements ActorStepper, TimeModel {
    private static final int ORCHESTRATOR = 0;
    private static final int FIRST_CONTROL = 1;
    private static final int NO_ACTOR = TurnThread.NO_ACTOR;

    static final long MICRO = 1_000_000; // picoseconds
    static final long MILLI = 1_000 * MICRO;
    static final long TIMER_PERIOD = MILLI; // in which sleepers look at their limits
    static final int STEPS_PER_TIMER = 64; // idle steps after which an actor does so

    private static final long SUPERVISOR_PERIOD = 2 * MILLI;
    private static final long HOST_PERIOD = 50 * MICRO;
    private static final long FIRST_NAP = 20 * MICRO; // after which a sleeper looks unasked
    private static final long ROOM_PERIOD = MICRO; // of a core whose record has no room
    private static final long LEAST_PERIOD = 1_000; // of a turn that costs nothing
    private static final int STATE_WORDS = 6; // of a scheduler that sleeps

    private final ModelClock clock;
    private final ChipProfile profile;
    private final HostTurn host; // null when no host collects
    private final long joinNanos;
    private final long userNanos;
    private final EventPacer pacer;
    private final TurnThread.Run run = new RunState();
    private final UserTurns users = new UserTurns();
    private final KernelCalls kernels = new KernelCalls();
    private final Alarms alarms = new Alarms();
    private final ArrayDeque<TurnThread> idle = new ArrayDeque<>();
    private final List<String> abandoned = new ArrayList<>();

    private DelayedRegisters registers;
    private Actor[] actors; // by number: control, then cores
    private Core[] cores; // by index
    private int[] coreActor; // by index of the core
    private int[] owner; // by index of the core
    private int controls;
    private int firstCore;
    private int supervisorActor; // behind the last core
    private int hostActor;
    private int alarmActor;
    private int firstSignal; // a status on its way, by core
    private WakeTree tree;
    private RepeatedRounds rounds;
    private long[] local;
    private long[] period; // of a sleeper: how long an idle look takes
    private boolean[] asleep;
    private boolean[] woken;
    private long[] endAt; // by index of the core
    private TurnThread[] inside; // by actor: the thread on which it gave up its turn in user code
    private long[] heldAt; // by actor: its moment, while it lies below other user code
    private int[] below; // by actor: who lies below it on its thread
    private long[] patience; // by actor: of one that looks repeatedly
    private Supervisor supervisor;
    private int running = NO_ACTOR;
    private int leftToFinish;
    private int threads;
    private boolean orchestrated; // the orchestration has ended, or was lost
    private long overAt = WakeTree.NEVER; // when an orchestration that does not end is given up
    private long hostPeriod = HOST_PERIOD;
    private volatile boolean over;
    private volatile Throwable crash;
    private volatile Thread watcher;

    /**
     * @param host collects records when it is called; null when no host does
     * @param joinNanos how long an orchestration may take to return after the lanes have ended, in
     *     modelled time
     * @param userNanos how long user code may keep its turn, by the host's clock
     */
    public EventStepper(ModelClock clock, ChipProfile profile, HostTurn host, long joinNanos, long userNanos) {
        this.clock = clock;
        this.profile = profile;
        this.host = host;
        this.joinNanos = joinNanos;
        this.userNanos = userNanos;
        this.pacer = new EventPacer(this, clock, profile);
    }

    @Override
    public Pacer pacer() {
        return pacer;
    }

    @Override
    public Optional<TimeModel> timeModel() {
        return Optional.of(this);
    }

    @Override
    public ChipProfile profile() {
        return profile;
    }

    @Override
    public void spend(long picos) {
        clock.spend(picos);
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public void after(long picos, Runnable what) {
        alarms.add(clock.picos() + picos, what);
        tree.set(alarmActor, alarms.nextAt());
    }

    @Override
    public void letHostCollect() {
        if (host != null) {
            host.collect();
        }
    }

    @Override
    public void yieldTurn() {
        if (tree.firstAt() < clock.picos()) {
            giveUpTurn(ORCHESTRATOR, clock.picos());
        } else {
            users.touched();
        }
    }

    @Override
    public void attach(Chip chip) {
        if (!(chip.registers() instanceof DelayedRegisters delayed)) {
            throw new IllegalArgumentException(chip.name() + " was not made for modelled time");
        }
        registers = delayed;
        delayed.listener(new RegisterSignals(this, clock, profile.link()));
    }

    @Override
    public DriveOutcome drive(List<Lane> lanes, Runnable companion, Supervisor newSupervisor) {
        watcher = Thread.currentThread();
        supervisor = newSupervisor;
        number(lanes);
        long begin = clock.picos();
        for (int actor = FIRST_CONTROL; actor < supervisorActor; actor++) {
            tree.set(actor, begin);
        }
        tree.set(supervisorActor, begin + SUPERVISOR_PERIOD);
        if (host != null) {
            tree.set(hostActor, begin + HOST_PERIOD);
        }
        TurnThread first = new TurnThread("tidemark-orchestrator", run);
        first.assign(() -> {
            orchestrate(companion);
            TurnThread.current().setName("tidemark-kernel-" + threads++); // from here on it runs kernels
            turns(NO_ACTOR);
        });
        boolean interrupted = users.watch(userNanos, this::isEnded, this::goOnWithout);
        idle.forEach(TurnThread::end);
        registers.listener(new RegisterSignals.Afterwards(clock.picos()));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (crash != null) {
            throw new IllegalStateException("a scheduler or core failed: " + crash, crash);
        }
        return new DriveOutcome(abandoned);
    }

    private void number(List<Lane> lanes) {
        int coreCount = 0;
        for (Lane lane : lanes) {
            for (Core core : lane.cores()) {
                coreCount = Math.max(coreCount, core.index() + 1);
            }
        }
        controls = lanes.size();
        leftToFinish = controls;
        firstCore = FIRST_CONTROL + controls;
        supervisorActor = firstCore + coreCount;
        hostActor = supervisorActor + 1;
        alarmActor = hostActor + 1;
        firstSignal = alarmActor + 1;
        int count = firstSignal + coreCount;
        tree = new WakeTree(firstCore, supervisorActor, firstSignal, count);
        rounds = new RepeatedRounds(firstCore, controls * STATE_WORDS, this::writeControls);
        actors = new Actor[supervisorActor];
        cores = new Core[coreCount];
        coreActor = new int[coreCount];
        owner = new int[coreCount];
        endAt = new long[coreCount];
        local = new long[count];
        period = new long[count];
        asleep = new boolean[count];
        woken = new boolean[count];
        inside = new TurnThread[count];
        heldAt = new long[count];
        below = new int[count];
        patience = new long[count];
        for (int lane = 0; lane < lanes.size(); lane++) {
            actors[FIRST_CONTROL + lane] = lanes.get(lane).scheduler();
            for (Core core : lanes.get(lane).cores()) {
                int index = core.index();
                cores[index] = core;
                owner[index] = FIRST_CONTROL + lane;
                coreActor[index] = firstCore + index;
                actors[firstCore + index] = core;
                core.timer(new Timer());
                core.kernelWatch(new UserCode());
            }
        }
    }

    // ---- the watcher's thread ----

    private boolean isEnded() {
        return over || crash != null;
    }

    /** The turn is this thread's now; it hands it to a new one. */
    private void goOnWithout(TurnThread lost) {
        abandoned.add(lost.getName());
        for (int actor = lost.top(); actor != NO_ACTOR; actor = below[actor]) {
            lose(actor, lost);
        }
        lose(running, lost);
        lost.top(NO_ACTOR);
        TurnThread next = new TurnThread("tidemark-events-" + threads++, run);
        next.assign(() -> turns(NO_ACTOR));
    }

    private void lose(int actor, TurnThread lost) {
        tree.clear(actor);
        inside[actor] = lost; // nothing is on top of it any more: it never continues
        if (actor == ORCHESTRATOR) {
            orchestrated = true;
        }
    }

    // ---- the loop, on whichever thread has the turn ----

    private void orchestrate(Runnable companion) {
        running = ORCHESTRATOR;
        users.enter();
        companion.run();
        users.returned();
        orchestrated = true;
        tree.clear(ORCHESTRATOR);
    }

    /** Steps the others until it is an actor's turn again; for no actor, until the turn goes. */
    private void turns(int self) {
        rounds.interrupt();
        while (true) {
            if (isEverythingOver()) {
                finish();
                if (self != NO_ACTOR) {
                    abandonedUser(self);
                }
                return;
            }
            int next = tree.first();
            long at = tree.firstAt();
            TurnThread there = inside[next];
            if (there == null) {
                if (!step(next, at)) {
                    continue;
                }
            } else if (there.top() != next) { // other user code lies on top of it
                heldAt[next] = at;
                tree.clear(next);
                continue;
            } else {
                begin(next, at);
                tree.clear(next);
                if (next == self) {
                    return;
                }
                pass(self, there);
            }
            if (self != NO_ACTOR) {
                TurnThread.current().await();
            }
            return;
        }
    }

    /** Hands the turn to another thread; one that has nothing to come back to waits for work. */
    private void pass(int self, TurnThread to) {
        if (self == NO_ACTOR) {
            idle.push(TurnThread.current());
        }
        to.give();
    }

    private void begin(int actor, long at) {
        running = actor;
        clock.set(Math.max(at, local[actor]));
    }

    /** One step; true when the turn went to another thread. */
    private boolean step(int actor, long at) {
        begin(actor, at);
        if (actor < firstCore) {
            stepControl(actor);
            return false;
        }
        rounds.interrupt();
        if (actor < supervisorActor) {
            return stepCore(actor);
        } else if (actor >= firstSignal) {
            signal(actor);
        } else if (actor == supervisorActor) {
            tree.set(actor, at + SUPERVISOR_PERIOD);
            if (!supervisor.goesOn()) {
                leftToFinish = 0;
                overAt = at;
            }
        } else if (actor == alarmActor) {
            ring(at);
        } else {
            hostPeriod = host.collect() ? HOST_PERIOD : Math.min(TIMER_PERIOD, 2 * hostPeriod);
            tree.set(actor, at + hostPeriod);
        }
        return false;
    }

    private void ring(long now) {
        alarms.ring(now);
        tree.set(alarmActor, alarms.nextAt());
        wakeLanes();
    }

    /** Steps a scheduler until it has nothing to do or somebody else is earlier. */
    private void stepControl(int number) {
        Actor actor = actors[number];
        boolean isTimer = asleep[number] && !woken[number] && patience[number] == TIMER_PERIOD;
        if (woken[number]) {
            patience[number] = 0;
        }
        asleep[number] = false;
        woken[number] = false;
        while (true) {
            long begin = clock.picos();
            boolean moved = actor.step();
            if (!moved) {
                period[number] = Math.max(LEAST_PERIOD, clock.picos() - begin);
            }
            isTimer &= actor.isWatching();
            for (int i = 1; isTimer && !moved && i < STEPS_PER_TIMER; i++) {
                moved = actor.step();
            }
            if (isTimer || moved) {
                rounds.interrupt();
            }
            isTimer = false;
            long now = clock.picos();
            local[number] = now;
            if (actor.isFinished()) {
                tree.clear(number);
                leftToFinish--;
                wakeLanes();
                wakeOrchestrator();
                return;
            }
            if (!moved) {
                if (rounds.takeNoTime()) {
                    local[number] = now + LEAST_PERIOD;
                }
                asleep[number] = true;
                patience[number] = Math.min(TIMER_PERIOD, Math.max(2 * patience[number], FIRST_NAP));
                tree.set(number, now + patience[number]);
                long round = rounds.turned(number, now);
                if (round > 0) {
                    leaveOut(round, now);
                }
                return;
            }
            patience[number] = 0;
            wakeOrchestrator();
            tree.set(number, now);
            if (leftToFinish == 0 || tree.first() != number) {
                return;
            }
        }
    }

    /** The state of all schedulers after an idle turn; false if one does not know its state. */
    private boolean writeControls(long[] into) {
        long now = clock.picos();
        int to = 0;
        for (int actor = FIRST_CONTROL; actor < firstCore; actor++, to += STATE_WORDS) {
            if (actors[actor].isFinished()) {
                Arrays.fill(into, to, to + STATE_WORDS, 0);
                continue;
            }
            long own = actors[actor].stallState();
            if (own == Actor.NO_STALL) {
                return false;
            }
            into[to] = own;
            into[to + 1] = tree.at(actor) - now;
            into[to + 2] = local[actor] - now;
            into[to + 3] = period[actor];
            into[to + 4] = patience[actor];
            into[to + 5] = (asleep[actor] ? 1 : 0) + (woken[actor] ? 2 : 0);
        }
        return true;
    }

    /**
     * Leaves out idle rounds that would be repeated until something else happens or a time limit
     * may be over. The last one before that is taken, so that everything that a turn writes anew is
     * as it would be.
     */
    private void leaveOut(long round, long now) {
        long end = Math.min(tree.restAt(), tree.at(ORCHESTRATOR));
        for (int actor = FIRST_CONTROL; actor < firstCore; actor++) {
            if (!actors[actor].isFinished()) {
                long limit = Math.max(0, actors[actor].stallLimitNanos());
                end = Math.min(end, limit > end / ChipProfile.NANO ? end : limit * ChipProfile.NANO);
            }
        }
        long times = (end - now - 1) / round - 1; // a turn at the end itself may find its time over
        if (times <= 0) {
            return;
        }
        for (int actor = FIRST_CONTROL; actor < firstCore; actor++) {
            if (!actors[actor].isFinished()) {
                local[actor] += times * round;
                tree.set(actor, tree.at(actor) + times * round);
                clock.set(local[actor]);
                actors[actor].skipSteps(times * rounds.turns(actor));
            }
        }
    }

    /** Lets a sleeper look at the first moment of its rhythm that is not before this one. */
    private void wake(int actor, long moment) {
        if (!asleep[actor]) {
            return;
        }
        long late = moment - local[actor];
        long rhythm = period[actor];
        long at = late <= 0 ? local[actor] : local[actor] + looks(late, rhythm) * rhythm;
        if (at < tree.at(actor)) {
            tree.set(actor, at);
            woken[actor] = true;
        } else if (at == tree.at(actor)) {
            woken[actor] = true;
        }
    }

    /** How many looks it takes until so much time has passed. */
    private static long looks(long late, long rhythm) {
        if (late <= rhythm) {
            return 1;
        }
        long sum = late + rhythm - 1;
        return sum <= Integer.MAX_VALUE ? (int) sum / (int) rhythm : sum / rhythm; // the first is fast
    }

    private boolean stepCore(int actor) {
        Core core = (Core) actors[actor];
        boolean isCalling = core.calls() && core.isRunning() && isOver(core.index());
        if (isCalling && !kernels.isCallable(core.kernel())) {
            TurnThread own = idle.isEmpty() ? new TurnThread("tidemark-kernel-" + threads++, run) : idle.pop();
            inside[actor] = own; // no other thread steps it
            pass(TurnThread.current().top(), own, actor);
            return true;
        }
        stepCoreHere(actor);
        return false;
    }

    private void pass(int self, TurnThread to, int actor) {
        if (self == NO_ACTOR) {
            idle.push(TurnThread.current());
        }
        to.assign(() -> {
            inside[actor] = null;
            stepCoreHere(actor);
            turns(NO_ACTOR);
        });
    }

    private void stepCoreHere(int actor) {
        Core core = (Core) actors[actor];
        boolean wasRunning = core.isRunning();
        boolean moved = core.step();
        local[actor] = clock.picos();
        if (core.isFinished()) {
            tree.clear(actor);
        } else if (core.isRunning()) {
            tree.set(actor, endAt[core.index()]);
        } else if (wasRunning && core.isWaiting()) { // it has seen no word since its kernel began
            tree.set(actor, Math.max(clock.picos(), registers.nextTokenAt(core.index())));
        } else if (moved) {
            tree.set(actor, clock.picos());
        } else if (core.lacksRoom()) {
            tree.set(actor, clock.picos() + ROOM_PERIOD);
        } else {
            tree.set(actor, registers.nextTokenAt(core.index()));
        }
    }

    private boolean isOver(int core) {
        return clock.picos() >= endAt[core];
    }

    /** A status has arrived. */
    private void signal(int actor) {
        int core = actor - firstSignal;
        long now = clock.picos();
        wake(owner[core], now);
        tree.set(actor, registers.nextStatusAfter(core, now));
    }

    private boolean isEverythingOver() {
        if (leftToFinish > 0) {
            return false;
        }
        if (orchestrated) {
            return true;
        }
        if (overAt == WakeTree.NEVER) {
            overAt = clock.picos() + supervisor.joinNanos(joinNanos) * ChipProfile.NANO;
        }
        if (tree.firstAt() < overAt) {
            return false;
        }
        abandoned.add("tidemark-orchestrator");
        orchestrated = true;
        return true;
    }

    /** Once, by the thread that finds that everything is over. */
    private void finish() {
        for (int actor = firstCore; actor < supervisorActor; actor++) {
            if (inside[actor] != null && !abandoned.contains(inside[actor].getName())) {
                abandoned.add(inside[actor].getName());
            }
        }
        over = true;
        LockSupport.unpark(watcher);
    }

    /** User code that was given up; what it would do next must reach nothing. */
    private void abandonedUser(int actor) {
        TurnThread.current().waitForEver();
    }

    // ---- user code ----

    /** User code gives up its turn until a given moment. */
    private void giveUpTurn(int actor, long until) {
        TurnThread thread = TurnThread.current();
        if (!users.leave()) {
            thread.waitForEver(); // what it would do next must reach nothing
        }
        local[actor] = clock.picos();
        below[actor] = thread.top();
        heldAt[actor] = WakeTree.NEVER;
        thread.top(actor);
        inside[actor] = thread;
        tree.set(actor, until);
        turns(actor);
        inside[actor] = null;
        thread.top(below[actor]);
        int top = thread.top();
        if (top != NO_ACTOR && heldAt[top] != WakeTree.NEVER) {
            tree.set(top, heldAt[top]);
            heldAt[top] = WakeTree.NEVER;
        }
        running = actor;
        users.enter();
    }

    /** True when it was woken before so much time had passed. */
    boolean orchestratorSleeps(long look, long most) {
        asleep[ORCHESTRATOR] = true;
        woken[ORCHESTRATOR] = false;
        period[ORCHESTRATOR] = Math.max(LEAST_PERIOD, look);
        giveUpTurn(ORCHESTRATOR, clock.picos() + most);
        asleep[ORCHESTRATOR] = false;
        return woken[ORCHESTRATOR];
    }

    /** A kernel has looked and found nothing. */
    void kernelSleeps(Core core, long look, long first, long longest) {
        int actor = coreActor[core.index()];
        kernels.waits(core.kernel());
        patience[actor] = patience[actor] == 0 ? first : Math.min(longest, 2 * patience[actor]);
        asleep[actor] = true;
        period[actor] = Math.max(LEAST_PERIOD, look);
        giveUpTurn(actor, clock.picos() + patience[actor]);
        asleep[actor] = false;
    }

    /** A kernel does something for so long; others go on meanwhile. */
    void kernelIsBusy(Core core, long picos) {
        kernels.waits(core.kernel());
        giveUpTurn(coreActor[core.index()], clock.picos() + picos);
    }

    boolean isOrchestratorRunning() {
        return running == ORCHESTRATOR;
    }

    boolean isOrchestratorsTurn() {
        return running == ORCHESTRATOR && users.isOfThisThread();
    }

    /** The core whose kernel the calling thread is in; null for threads of the user's own. */
    Core coreOfThisTurn() {
        return running >= firstCore && running < supervisorActor && users.isOfThisThread()
                ? (Core) actors[running]
                : null;
    }

    void wakeLanes() {
        long now = clock.picos();
        for (int actor = FIRST_CONTROL; actor < firstCore; actor++) {
            wake(actor, now);
        }
    }

    void wakeOrchestrator() {
        wake(ORCHESTRATOR, clock.picos());
    }

    /** Kernels that look repeatedly find something new now. */
    void wakeLookers() {
        long now = clock.picos();
        for (int actor = firstCore; actor < supervisorActor; actor++) {
            if (asleep[actor]) {
                patience[actor] = 0;
                wake(actor, now);
            }
        }
    }

    /** A token was stored that its core sees at a moment. */
    void dispatched(int core, long visibleAt) {
        int actor = coreActor[core];
        if (actor != running && inside[actor] == null && !cores[core].isRunning()) {
            tree.setEarlier(actor, visibleAt);
        }
    }

    /** A status was stored that its scheduler sees at a moment. */
    void answered(int core, long visibleAt) {
        tree.setEarlier(firstSignal + core, visibleAt);
    }

    void booted(int core) {
        wake(owner[core], clock.picos());
    }

    /** What the threads ask about the run, and report to it. */
    private final class RunState implements TurnThread.Run {
        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void crashed(Throwable cause) {
            crash = cause;
            LockSupport.unpark(watcher);
        }
    }

    /** The ends of kernels. */
    private final class Timer implements KernelTimer {
        @Override
        public void begins(int core, long picos) {
            endAt[core] = clock.picos() + picos;
        }

        @Override
        public boolean isOver(int core) {
            return EventStepper.this.isOver(core);
        }
    }

    /** Kernels are user code. */
    private final class UserCode implements KernelWatch {
        @Override
        public void enterKernel() {
            patience[running] = 0;
            users.enter();
        }

        @Override
        public void kernelReturned() {
            users.returned();
        }

        @Override
        public void leaveKernel(long endTick) {}

        @Override
        public long lastEndTick() {
            return NO_TICK;
        }
    }
}
