package io.tidemark.chip.simulated;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.Pacer;
import java.util.HashSet;
import java.util.Set;

/**
 * How user code waits in virtual time, and how actors wake one another: who looks and finds nothing
 * sleeps, longer each time, until something happens that concerns it. For the thread that has the
 * turn.
 */
final class EventPacer implements Pacer {
    private static final long FIRST_PATIENCE = EventStepper.MICRO; // of one that looks again
    private static final long LONGEST_PATIENCE = 1_000 * EventStepper.MILLI;
    private static final long LEAST_CALL = EventStepper.MICRO; // of a run that has failed
    private static final int FREE_CALLS = 1 << 22; // at one moment, until calls take time
    private static final long LEAST_LOOK = 100 * ChipProfile.NANO; // of one that takes time then
    private static final int QUICK_ROUNDS = 64; // of looks again, until they seem to wait
    private static final int MOST_QUICK_READS = 1 << 20;
    private static final int MOST_ELEMENTS = 1 << 16; // that are known again
    private static final int FEW_ELEMENTS = 1 << 10;

    private final EventStepper loop;
    private final ModelClock clock;
    private final ChipProfile profile;
    private int timerLooks;
    private int companionStreak;
    private long callsAt; // moment of the last call
    private int freeCalls; // since time passed otherwise
    private Set<Long> elementsRead = new HashSet<>(); // since the last submit
    private long submittedBefore;
    private int readsAgain;

    EventPacer(EventStepper loop, ModelClock clock, ChipProfile profile) {
        this.loop = loop;
        this.clock = clock;
        this.profile = profile;
    }

    @Override
    public void pause(int attempt) {
        companionStreak = 0;
        if (timerLooks > 0) {
            timerLooks--; // until the caller looks at its limits
            return;
        }
        wakeLanes();
        if (!sleep(EventStepper.TIMER_PERIOD)) {
            timerLooks = EventStepper.STEPS_PER_TIMER;
        }
    }

    /** True when it was woken before so much time had passed. */
    private boolean sleep(long most) {
        clock.spend(profile.control().look());
        return loop.orchestratorSleeps(profile.control().look(), most);
    }

    @Override
    public void yieldPoint() {
        companionStreak = 0;
        timerLooks = 0;
        loop.yieldTurn();
        if (clock.picos() != callsAt) {
            callsAt = clock.picos();
            freeCalls = 0;
        } else if (++freeCalls > FREE_CALLS) {
            callTakesTime();
        }
    }

    /** Calls that cost nothing and do not end wait for somebody who would never have a turn. */
    private void callTakesTime() {
        clock.spend(Math.max(LEAST_LOOK, profile.control().look()));
        loop.yieldTurn();
        callsAt = clock.picos();
    }

    @Override
    public void wakeLanes() {
        loop.wakeLanes();
    }

    @Override
    public void wakeCompanion() {
        loop.wakeOrchestrator();
    }

    @Override
    public void disturbKernels() {
        loop.wakeLookers();
        loop.wakeLanes();
    }

    @Override
    public void companionLooks() {
        if (!loop.isOrchestratorsTurn() || companionStreak++ == 0) {
            return; // once between two submits costs nothing
        }
        lookAgain(companionStreak - 1, QUICK_ROUNDS);
    }

    /** The first looks in a row cost what a look costs. An actor that still looks is waiting, and sleeps. */
    private void lookAgain(int looks, int quick) {
        if (looks <= quick) {
            clock.spend(profile.control().look());
            loop.yieldTurn();
            return;
        }
        if (looks == quick + 1) {
            wakeLanes(); // later it has done nothing since it looked last
        }
        sleep(patience(looks - quick));
    }

    /** Twice as long each time. */
    private static long patience(int looks) {
        return looks > 30 ? LONGEST_PATIENCE : Math.min(LONGEST_PATIENCE, FIRST_PATIENCE << looks);
    }

    /**
     * The first repeated reads take a look each. Code that still repeats its reads is waiting for another actor.
     * Reading a whole tensor several times is no such wait: the number of reads of each element counts.
     */
    @Override
    public boolean companionReads(long element, long submitted) {
        if (submitted != submittedBefore) {
            submittedBefore = submitted;
            forgetReads();
        }
        boolean isNew =
                elementsRead.size() < MOST_ELEMENTS ? elementsRead.add(element) : !elementsRead.contains(element);
        if (isNew) {
            return false;
        }
        lookAgain(++readsAgain, Math.min(MOST_QUICK_READS, QUICK_ROUNDS * elementsRead.size()));
        return true;
    }

    private void forgetReads() {
        readsAgain = 0;
        if (elementsRead.size() > FEW_ELEMENTS) {
            elementsRead = new HashSet<>(); // a large one takes long to clear each time
        } else {
            elementsRead.clear();
        }
    }

    @Override
    public void companionCallsAfterFailure() {
        clock.spend(Math.max(LEAST_CALL, profile.control().look()));
        loop.yieldTurn();
    }

    @Override
    public void kernelLooks() {
        Core core = loop.coreOfThisTurn();
        if (core != null) {
            long look = profile.cores(core.type() == CoreType.AIC).look();
            clock.spend(look);
            loop.kernelSleeps(core, look, FIRST_PATIENCE, LONGEST_PATIENCE);
        }
    }

    @Override
    public void kernelSignals() {
        loop.wakeLookers();
        loop.wakeLanes(); // they may wait for it too
    }

    @Override
    public boolean kernelSpends(long nanos) {
        Core core = loop.coreOfThisTurn();
        if (core == null) {
            return false;
        }
        loop.kernelIsBusy(core, nanos * ChipProfile.NANO);
        return true;
    }

    @Override
    public boolean companionSpends(long nanos) {
        forgetReads();
        clock.spend(nanos * ChipProfile.NANO);
        loop.yieldTurn();
        return true;
    }

    @Override
    public boolean isCompanionRunning() {
        return loop.isOrchestratorRunning();
    }
}
