package io.tidemark.chip.simulated;

import io.tidemark.chip.Actor;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;

/**
 * Steps everything in an order that a seed alone decides, one step at a time, on a clock that moves
 * with the steps: a failure replays from its seed. The companion has a separate thread, but runs only between a
 * hand-over and its next pause or yield point. Kernels must return; one that does not stops everything.
 */
public final class SeededStepper implements ActorStepper {
    private static final int STEPS_PER_LOOK = 1_024;
    private static final long NANOS_PER_STEP = 1_000;
    private static final int FAVOURITE_WEIGHT = 64;

    private final SplittableRandom random;
    private final VirtualClock clock;
    private final Semaphore companionTurn = new Semaphore(0);
    private final Semaphore stepperTurn = new Semaphore(0);
    private final BatonPacer pacer = new BatonPacer();
    private volatile boolean companionEnded;
    private long steps;

    public SeededStepper(long seed, VirtualClock clock) {
        this.random = new SplittableRandom(seed);
        this.clock = clock;
    }

    @Override
    public Pacer pacer() {
        return pacer;
    }

    /** Steps taken so far: equal seeds give equal counts. */
    public long steps() {
        return steps;
    }

    @Override
    public DriveOutcome drive(List<Lane> lanes, Runnable companionBody, Supervisor supervisor) {
        Thread companion = new Thread(() -> runCompanion(companionBody), "tidemark-orchestrator");
        companion.setDaemon(true);
        companion.start();
        List<Actor> actors = new ArrayList<>();
        for (Lane lane : lanes) {
            actors.add(lane.scheduler());
            actors.addAll(lane.cores());
        }
        int[] weights = weights(actors.size() + 1);
        while (!companionEnded || !actors.stream().allMatch(Actor::isFinished)) {
            int turn = draw(weights);
            if (++steps % STEPS_PER_LOOK == 0) {
                supervisor.goesOn(); // nothing can be stuck here: a step returns or the test hangs
            }
            clock.advanceNanos(NANOS_PER_STEP);
            if (turn < actors.size()) {
                actors.get(turn).step();
            } else if (!companionEnded) {
                companionTurn.release();
                stepperTurn.acquireUninterruptibly();
            }
        }
        return new DriveOutcome(List.of());
    }

    private void runCompanion(Runnable body) {
        companionTurn.acquireUninterruptibly();
        try {
            body.run();
        } finally {
            companionEnded = true;
            stepperTurn.release();
        }
    }

    /** Uneven on purpose: some actors are hurried, some are starved. */
    private int[] weights(int count) {
        int[] weights = new int[count];
        for (int i = 0; i < count; i++) {
            weights[i] = 1 << random.nextInt(0, Integer.numberOfTrailingZeros(FAVOURITE_WEIGHT) + 1);
        }
        return weights;
    }

    private int draw(int[] weights) {
        int total = 0;
        for (int weight : weights) {
            total += weight;
        }
        int at = random.nextInt(total);
        int index = 0;
        while (at >= weights[index]) {
            at -= weights[index++];
        }
        return index;
    }

    /** Passes the only permit to run between the stepper and an actor. */
    private final class BatonPacer implements Pacer {
        @Override
        public void pause(int attempt) {
            yieldPoint();
        }

        @Override
        public void yieldPoint() {
            stepperTurn.release();
            companionTurn.acquireUninterruptibly();
        }

        @Override
        public void wakeLanes() {}

        @Override
        public void wakeCompanion() {}

        @Override
        public void disturbKernels() {}
    }
}
