package io.tidemark.runtime.scheduler;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ClockDomain;
import io.tidemark.chip.ControlThread;
import io.tidemark.chip.CoreProgram;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import io.tidemark.chip.simulated.SeededStepper;
import io.tidemark.chip.simulated.VirtualClock;
import java.util.List;
import java.util.function.IntConsumer;

/** Drives nothing: the test steps schedulers and cores by hand. */
final class HandDriver implements ChipDriver {
    private final ClockDomain clock;
    private final Pacer pacer;
    private final IntConsumer givenUp;
    private long silentNanos;

    /**
     * @param givenUp told of each core that is given up
     */
    HandDriver(VirtualClock clock, IntConsumer givenUp) {
        this.clock = new ClockDomain("hand", clock);
        this.pacer = new SeededStepper(1, clock).pacer();
        this.givenUp = givenUp;
    }

    @Override
    public ClockDomain coreClock() {
        return clock;
    }

    @Override
    public ClockDomain controlClock() {
        return clock;
    }

    void isSilentFor(long nanos) {
        silentNanos = nanos;
    }

    @Override
    public long silentNanos() {
        return silentNanos;
    }

    @Override
    public Pacer pacer() {
        return pacer;
    }

    @Override
    public DriveOutcome drive(
            Chip chip, List<ControlThread> control, CoreProgram cores, Runnable companion, Supervisor supervisor) {
        throw new UnsupportedOperationException("the test steps by hand");
    }

    @Override
    public void giveUp(int core) {
        givenUp.accept(core);
    }
}
