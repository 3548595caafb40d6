package io.tidemark.chip.simulated;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.Actor;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Lookout;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.TimeModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Steps everything in modelled time: one event queue, one clock, one turn. Each actor has a time of
 * its own that goes on by what its work costs; who is earliest has the turn, equal ones in a fixed
 * order. An actor with nothing to do sleeps until something that concerns it happens, and then goes
 * on at the moment at which a look in its rhythm would have found it. So equal runs take equal
 * steps, whatever the machine does.
 *
 * <p>The orchestration is user code on a thread of its own, and so is a kernel that waits for
 * others. There is no thread for the loop: whoever gives up its turn steps the others on its own
 * thread until its time comes again, and only if the earliest is in the middle of user code on
 * another thread does the turn go there. A kernel that never looked at anything before is called
 * right in the loop; the first call of each kernel has a thread of its own, to see whether it does.
 *
 * <p>User code that keeps its turn for too long by the host's clock is taken to never return: the
 * loop goes on without it.
 */
public final class EventStepper implements ActorStepper, TimeModel {
    private static final int ORCHESTRATOR = 0;
    private static final int FIRST_CONTROL = 1;
    private static final int NOBODY = -1;

    private static final long MICRO = 1_000_000; // picoseconds
    private static final long MILLI = 1_000 * MICRO;
    private static final long LOOKOUT_PERIOD = 2 * MILLI;
    private static final long HOST_PERIOD = 50 * MICRO;
    private static final long TIMER_PERIOD = MILLI; // in which sleepers look at their limits
    private static final long FIRST_NAP = 20 * MICRO; // after which a sleeper looks unasked
    private static final int STEPS_PER_TIMER = 64; // idle steps after which an actor does so
    private static final long FIRST_PATIENCE = MICRO; // of user code that looks again and again
    private static final long LONGEST_PATIENCE = 1_000 * MILLI;
    private static final long ROOM_PERIOD = MICRO; // of a core whose record has no room
    private static final long LEAST_PERIOD = 1_000; // of a turn that costs nothing
    private static final long WATCH_NANOS = 20_000_000;

    private final ModelClock clock;
    private final ChipProfile profile;
    private final HostTurn host; // null when nobody collects
    private final long joinNanos;
    private final long userNanos;
    private final LoopPacer pacer = new LoopPacer();
    private final AtomicLong userMark = new AtomicLong(); // odd while user code has the turn
    private final ArrayDeque<Baton> idle = new ArrayDeque<>();
    private final List<String> abandoned = new ArrayList<>();
    private final Map<Object, Boolean> waits = new IdentityHashMap<>(); // kernels: one ever did

    private DelayedRegisters registers;
    private Actor[] actors; // by number: control, then cores
    private Core[] cores; // by index
    private int[] coreActor; // by index of the core
    private int[] owner; // by index of the core
    private int controls;
    private int firstCore;
    private int firstSignal;
    private int lookoutActor;
    private int hostActor;
    private int alarmActor;
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
    private int alarmCount;
    private WakeTree tree;
    private long[] local;
    private long[] period; // of a sleeper: how long a look in vain takes
    private boolean[] asleep;
    private boolean[] woken;
    private long[] endAt; // by index of the core
    private Baton[] inside; // by actor: the thread on which it gave up its turn in user code
    private long[] heldAt; // by actor: its moment, while it lies below other user code
    private int[] below; // by actor: who lies below it on its thread
    private long[] patience; // by actor: of one that looks again and again
    private Lookout lookout;
    private Object callable; // the kernel that was last called right in the loop
    private int running = NOBODY;
    private int leftToFinish;
    private int threads;
    private boolean orchestrated; // the orchestration has ended, or was lost
    private long overAt = WakeTree.NEVER; // when an orchestration that does not end is given up
    private int timerLooks;
    private long hostPeriod = HOST_PERIOD;
    private int companionStreak;
    private long userStart; // of the turn, as userMark was
    private volatile Baton userThread;
    private final AtomicLong touches =
            new AtomicLong(); // of an orchestration that goes on without giving up its turn
    private volatile boolean over;
    private volatile Throwable crash;
    private volatile Thread watcher;

    /**
     * @param host collects records when it is called; null when nobody does
     * @param joinNanos how long an orchestration may take to return after the lanes have ended, in
     *     modelled time
     * @param userNanos how long user code may keep its turn, by the host's clock
     */
    public EventStepper(
            ModelClock clock, ChipProfile profile, HostTurn host, long joinNanos, long userNanos) {
        this.clock = clock;
        this.profile = profile;
        this.host = host;
        this.joinNanos = joinNanos;
        this.userNanos = userNanos;
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
        alarms.add(new Alarm(clock.picos() + picos, alarmCount++, what));
        tree.set(alarmActor, alarms.element().at());
    }

    @Override
    public void letHostCollect() {
        if (host != null) {
            host.collect();
        }
    }

    @Override
    public void letOthersGoFirst() {
        if (tree.firstAt() < clock.picos()) {
            giveUpTurn(ORCHESTRATOR, clock.picos());
        } else {
            touches.lazySet(touches.get() + 1);
        }
    }

    @Override
    public void attach(Chip chip) {
        if (!(chip.registers() instanceof DelayedRegisters delayed)) {
            throw new IllegalArgumentException(chip.name() + " was not made for modelled time");
        }
        registers = delayed;
        delayed.listener(new Signals());
    }

    @Override
    public DriveOutcome drive(List<Lane> lanes, Runnable companion, Lookout newLookout) {
        watcher = Thread.currentThread();
        lookout = newLookout;
        number(lanes);
        long begin = clock.picos();
        for (int actor = FIRST_CONTROL; actor < firstSignal; actor++) {
            tree.set(actor, begin);
        }
        tree.set(lookoutActor, begin + LOOKOUT_PERIOD);
        if (host != null) {
            tree.set(hostActor, begin + HOST_PERIOD);
        }
        Baton first = new Baton("tidemark-orchestrator");
        first.assign(
                () -> {
                    orchestrate(companion);
                    turns(NOBODY);
                });
        boolean interrupted = watch();
        idle.forEach(Baton::end);
        registers.listener(new Afterwards(clock.picos()));
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
        firstSignal = firstCore + coreCount;
        lookoutActor = firstSignal + coreCount;
        hostActor = lookoutActor + 1;
        alarmActor = hostActor + 1;
        int count = alarmActor + 1;
        tree = new WakeTree(count);
        actors = new Actor[firstSignal];
        cores = new Core[coreCount];
        coreActor = new int[coreCount];
        owner = new int[coreCount];
        endAt = new long[coreCount];
        local = new long[count];
        period = new long[count];
        asleep = new boolean[count];
        woken = new boolean[count];
        inside = new Baton[count];
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
                core.custody(new UserCode());
            }
        }
    }

    // ---- the watcher's thread ----

    /** Waits for the end; takes the turn from user code that keeps it. */
    private boolean watch() {
        boolean interrupted = false;
        long seen = -1;
        long seenTouches = -1;
        long sinceNanos = System.nanoTime();
        while (!over && crash == null) {
            LockSupport.parkNanos(this, WATCH_NANOS);
            interrupted |= Thread.interrupted();
            long mark = userMark.get();
            long now = System.nanoTime();
            if ((mark & 1) == 0 || mark != seen || touches.get() != seenTouches) {
                seen = mark;
                seenTouches = touches.get();
                sinceNanos = now;
            } else if (now - sinceNanos > userNanos && userMark.compareAndSet(mark, mark + 1)) {
                goOnWithout(userThread);
            }
        }
        return interrupted;
    }

    /** The turn is this thread's now; it hands it to a new one. */
    private void goOnWithout(Baton lost) {
        abandoned.add(lost.getName());
        for (int actor = lost.top; actor != NOBODY; actor = below[actor]) {
            lose(actor, lost);
        }
        lose(running, lost);
        lost.top = NOBODY;
        Baton next = new Baton("tidemark-events-" + threads++);
        next.assign(() -> turns(NOBODY));
    }

    private void lose(int actor, Baton lost) {
        tree.clear(actor);
        inside[actor] = lost; // where nothing lies on top any more: it never goes on
        if (actor == ORCHESTRATOR) {
            orchestrated = true;
        }
    }

    // ---- the loop, on whichever thread has the turn ----

    private void orchestrate(Runnable companion) {
        running = ORCHESTRATOR;
        enterUser();
        companion.run();
        userReturned();
        orchestrated = true;
        tree.clear(ORCHESTRATOR);
    }

    /** Steps the others until it is an actor's turn again; for nobody, until the turn goes. */
    private void turns(int self) {
        while (true) {
            if (isOver()) {
                finish();
                if (self != NOBODY) {
                    abandonedUser(self);
                }
                return;
            }
            int next = tree.first();
            long at = tree.firstAt();
            Baton there = inside[next];
            if (there == null) {
                if (!step(next, at)) {
                    continue;
                }
            } else if (there.top != next) { // other user code lies on top of it
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
            if (self != NOBODY) {
                Baton.current().await();
            }
            return;
        }
    }

    /** Hands the turn to another thread; one that has nothing to come back to waits for work. */
    private void pass(int self, Baton to) {
        if (self == NOBODY) {
            idle.push(Baton.current());
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
        } else if (actor < firstSignal) {
            return stepCore(actor);
        } else if (actor < lookoutActor) {
            signal(actor);
        } else if (actor == lookoutActor) {
            tree.set(actor, at + LOOKOUT_PERIOD);
            if (!lookout.goesOn()) {
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
        while (!alarms.isEmpty() && alarms.element().at() <= now) {
            alarms.remove().what().run();
        }
        tree.set(alarmActor, alarms.isEmpty() ? WakeTree.NEVER : alarms.element().at());
        pacer.wakeLanes();
    }

    /** What is done at some moment; of equal ones the older first. */
    private record Alarm(long at, int number, Runnable what) implements Comparable<Alarm> {
        @Override
        public int compareTo(Alarm other) {
            return at != other.at
                    ? Long.compare(at, other.at)
                    : Integer.compare(number, other.number);
        }
    }

    private void stepControl(int number) {
        Actor actor = actors[number];
        boolean isTimer = asleep[number] && !woken[number] && patience[number] == TIMER_PERIOD;
        if (woken[number]) {
            patience[number] = 0;
        }
        asleep[number] = false;
        woken[number] = false;
        long begin = clock.picos();
        boolean moved = actor.step();
        if (!moved) {
            period[number] = Math.max(LEAST_PERIOD, clock.picos() - begin);
        }
        isTimer &= actor.isWatching();
        for (int i = 1; isTimer && !moved && i < STEPS_PER_TIMER; i++) {
            moved = actor.step();
        }
        local[number] = clock.picos();
        if (actor.isFinished()) {
            tree.clear(number);
            leftToFinish--;
            pacer.wakeLanes();
            wake(ORCHESTRATOR, clock.picos());
        } else if (moved) {
            patience[number] = 0;
            tree.set(number, clock.picos());
            wake(ORCHESTRATOR, clock.picos());
        } else {
            asleep[number] = true;
            patience[number] = Math.min(TIMER_PERIOD, Math.max(2 * patience[number], FIRST_NAP));
            tree.set(number, clock.picos() + patience[number]);
        }
    }

    /** Lets a sleeper look at the first moment of its rhythm that is not before this one. */
    private void wake(int actor, long moment) {
        if (!asleep[actor]) {
            return;
        }
        long late = moment - local[actor];
        long rhythm = period[actor];
        long at = late <= 0 ? local[actor] : local[actor] + (late + rhythm - 1) / rhythm * rhythm;
        if (at < tree.at(actor)) {
            tree.set(actor, at);
            woken[actor] = true;
        } else if (at == tree.at(actor)) {
            woken[actor] = true;
        }
    }

    private boolean stepCore(int actor) {
        Core core = (Core) actors[actor];
        boolean isDue = core.isRunning() && isOver(core.index());
        if (isDue && !isCallable(core.kernel())) {
            Baton own = idle.isEmpty() ? new Baton("tidemark-kernel-" + threads++) : idle.pop();
            inside[actor] = own; // nobody else steps it
            pass(Baton.current().top, own, actor);
            return true;
        }
        stepCoreHere(actor);
        return false;
    }

    private void pass(int self, Baton to, int actor) {
        if (self == NOBODY) {
            idle.push(Baton.current());
        }
        to.assign(
                () -> {
                    inside[actor] = null;
                    stepCoreHere(actor);
                    turns(NOBODY);
                });
    }

    /** Whether a kernel is called right here: it was called before and never looked. */
    private boolean isCallable(Object kernel) {
        if (kernel == callable) {
            return true;
        }
        Boolean waiting = waits.putIfAbsent(kernel, false);
        if (waiting == null || waiting) {
            return false;
        }
        callable = kernel;
        return true;
    }

    private void waits(Object kernel) {
        waits.put(kernel, true);
        callable = null;
    }

    private void stepCoreHere(int actor) {
        Core core = (Core) actors[actor];
        boolean moved = core.step();
        local[actor] = clock.picos();
        if (core.isFinished()) {
            tree.clear(actor);
        } else if (core.isRunning()) {
            tree.set(actor, endAt[core.index()]);
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

    private boolean isOver() {
        if (leftToFinish > 0) {
            return false;
        }
        if (orchestrated) {
            return true;
        }
        if (overAt == WakeTree.NEVER) {
            overAt = clock.picos() + lookout.joinNanos(joinNanos) * ChipProfile.NANO;
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
        for (int actor = firstCore; actor < firstSignal; actor++) {
            if (inside[actor] != null && !abandoned.contains(inside[actor].getName())) {
                abandoned.add(inside[actor].getName());
            }
        }
        over = true;
        LockSupport.unpark(watcher);
    }

    /** User code that was given up; what it would do next must reach nothing. */
    private void abandonedUser(int actor) {
        Baton.current().waitForEver();
    }

    // ---- user code ----

    private void enterUser() {
        userThread = Baton.current();
        userStart = userMark.incrementAndGet();
    }

    /** False when it was given up meanwhile, and the turn is another thread's. */
    private boolean leaveUser() {
        long mine = userStart;
        return userThread == Baton.current() && userMark.compareAndSet(mine, mine + 1);
    }

    /** User code has returned to us; the thread of code that was given up ends here. */
    private void userReturned() {
        if (!leaveUser()) {
            throw new GivenUpError();
        }
    }

    /** Takes a thread whose user code was given up past everything of the run. */
    private static final class GivenUpError extends Error {
        private static final long serialVersionUID = 1;

        GivenUpError() {
            super("user code that was given up has returned", null, false, false);
        }
    }

    /** User code lets others go first until a moment of its own. */
    private void giveUpTurn(int actor, long until) {
        Baton thread = Baton.current();
        if (!leaveUser()) {
            thread.waitForEver(); // what it would do next must reach nothing
        }
        local[actor] = clock.picos();
        below[actor] = thread.top;
        heldAt[actor] = WakeTree.NEVER;
        thread.top = actor;
        inside[actor] = thread;
        tree.set(actor, until);
        turns(actor);
        inside[actor] = null;
        thread.top = below[actor];
        if (thread.top != NOBODY && heldAt[thread.top] != WakeTree.NEVER) {
            tree.set(thread.top, heldAt[thread.top]);
            heldAt[thread.top] = WakeTree.NEVER;
        }
        running = actor;
        enterUser();
    }

    /** Waits of the orchestration, and how the others wake one another. */
    private final class LoopPacer implements Pacer {
        @Override
        public void pause(int attempt) {
            companionStreak = 0;
            if (timerLooks > 0) {
                timerLooks--; // until the caller looks at its limits
                return;
            }
            wakeLanes();
            if (!sleep(TIMER_PERIOD)) {
                timerLooks = STEPS_PER_TIMER;
            }
        }

        /** True when it was woken before so much time had passed. */
        private boolean sleep(long most) {
            clock.spend(profile.control().look());
            asleep[ORCHESTRATOR] = true;
            woken[ORCHESTRATOR] = false;
            period[ORCHESTRATOR] = Math.max(LEAST_PERIOD, profile.control().look());
            giveUpTurn(ORCHESTRATOR, clock.picos() + most);
            asleep[ORCHESTRATOR] = false;
            return woken[ORCHESTRATOR];
        }

        @Override
        public void yieldPoint() {
            companionStreak = 0;
            timerLooks = 0;
            letOthersGoFirst();
        }

        @Override
        public void wakeLanes() {
            long now = clock.picos();
            for (int actor = FIRST_CONTROL; actor < firstCore; actor++) {
                wake(actor, now);
            }
        }

        @Override
        public void wakeCompanion() {
            wake(ORCHESTRATOR, clock.picos());
        }

        @Override
        public void disturbKernels() {
            wakeLookers();
            wakeLanes();
        }

        @Override
        public void companionLooks() {
            if (running != ORCHESTRATOR || !isTurnOfThisThread()) {
                return;
            }
            if (companionStreak++ == 0) {
                return; // once between two submits costs nothing
            }
            long most =
                    companionStreak > 30
                            ? LONGEST_PATIENCE
                            : Math.min(LONGEST_PATIENCE, FIRST_PATIENCE << companionStreak);
            if (companionStreak == 2) {
                wakeLanes(); // later it has done nothing since it looked last
            }
            sleep(most);
        }

        @Override
        public void kernelLooks() {
            int actor = running;
            if (!isKernel(actor)) {
                return;
            }
            Core core = (Core) actors[actor];
            waits(core.kernel());
            clock.spend(profile.cores(isMatrix(core)).look());
            patience[actor] =
                    patience[actor] == 0
                            ? FIRST_PATIENCE
                            : Math.min(LONGEST_PATIENCE, 2 * patience[actor]);
            asleep[actor] = true;
            period[actor] = Math.max(LEAST_PERIOD, profile.cores(isMatrix(core)).look());
            giveUpTurn(actor, clock.picos() + patience[actor]);
            asleep[actor] = false;
        }

        @Override
        public void kernelSignals() {
            wakeLookers();
            wakeLanes(); // they may wait for it too
        }

        @Override
        public boolean kernelSpends(long nanos) {
            int actor = running;
            if (!isKernel(actor)) {
                return false;
            }
            waits(((Core) actors[actor]).kernel()); // others go on meanwhile
            giveUpTurn(actor, clock.picos() + nanos * ChipProfile.NANO);
            return true;
        }

        @Override
        public boolean companionSpends(long nanos) {
            clock.spend(nanos * ChipProfile.NANO);
            letOthersGoFirst();
            return true;
        }

        @Override
        public boolean isCompanionRunning() {
            return running == ORCHESTRATOR;
        }
    }

    /** False for threads of the user's own: they have no turn to give up. */
    private boolean isKernel(int actor) {
        return actor >= firstCore && actor < firstSignal && isTurnOfThisThread();
    }

    private boolean isTurnOfThisThread() {
        return Thread.currentThread() == userThread;
    }

    private static boolean isMatrix(Core core) {
        return core.type() == CoreType.AIC;
    }

    /** Kernels that look again and again find something new now. */
    private void wakeLookers() {
        long now = clock.picos();
        for (int actor = firstCore; actor < firstSignal; actor++) {
            if (asleep[actor]) {
                patience[actor] = 0;
                wake(actor, now);
            }
        }
    }

    /** What stores to registers mean. */
    private final class Signals implements DelayedRegisters.Listener {
        @Override
        public long now() {
            return clock.picos();
        }

        @Override
        public long launchPicos() {
            return profile.link().launch();
        }

        @Override
        public long statusPicos() {
            return profile.link().status();
        }

        @Override
        public void dispatched(int core, long visibleAt) {
            int actor = coreActor[core];
            if (actor != running && inside[actor] == null && !cores[core].isRunning()) {
                tree.setEarlier(actor, visibleAt);
            }
        }

        @Override
        public void answered(int core, long visibleAt) {
            tree.setEarlier(firstSignal + core, visibleAt);
        }

        @Override
        public void booted(int core) {
            wake(owner[core], clock.picos());
        }
    }

    /** For whoever looks at the registers when the run is over. */
    private record Afterwards(long now) implements DelayedRegisters.Listener {
        @Override
        public long launchPicos() {
            return 0;
        }

        @Override
        public long statusPicos() {
            return 0;
        }

        @Override
        public void dispatched(int core, long visibleAt) {}

        @Override
        public void answered(int core, long visibleAt) {}

        @Override
        public void booted(int core) {}
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
    private final class UserCode implements Custody {
        @Override
        public void enterKernel() {
            patience[running] = 0;
            enterUser();
        }

        @Override
        public void kernelReturned() {
            userReturned();
        }

        @Override
        public void leaveKernel(long endTick) {}

        @Override
        public long lastEndTick() {
            return NO_TICK;
        }
    }

    /**
     * A thread that may have the turn. User code that gave up its turn lies on it, the newest on
     * top.
     */
    private final class Baton extends Thread {
        private int top = NOBODY;
        private Runnable job;
        private volatile boolean turn;
        private volatile boolean ended;

        Baton(String name) {
            super(name);
            setDaemon(true);
        }

        static Baton current() {
            return (Baton) Thread.currentThread();
        }

        void assign(Runnable newJob) {
            job = newJob;
            if (getState() == State.NEW) {
                turn = true;
                start();
            } else {
                give();
            }
        }

        void give() {
            turn = true;
            LockSupport.unpark(this);
        }

        void await() {
            while (!turn) {
                LockSupport.park(this);
            }
            turn = false;
        }

        void waitForEver() {
            while (true) {
                LockSupport.park(this);
                Thread.interrupted();
            }
        }

        void end() {
            ended = true;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            try {
                while (true) {
                    while (!turn && !ended && !over) {
                        LockSupport.park(this);
                    }
                    if (ended || over) {
                        return;
                    }
                    turn = false;
                    job.run();
                }
            } catch (GivenUpError late) { // the run goes on, or is over, without it
                return;
            } catch (Throwable cause) { // a defect of ours: the run must end, not hang
                crash = cause;
                LockSupport.unpark(watcher);
            }
        }
    }
}
