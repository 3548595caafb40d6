package io.tidemark.chip;

import java.util.List;
import java.util.Optional;

/**
 * Starts the cores of a chip for one run, steps the control threads, and has their clocks. It
 * decides how they are stepped: by threads, by one event loop, or by a device. An instance serves
 * one run.
 */
public interface ChipDriver {
    /** The clock that cores read. */
    ClockDomain coreClock();

    /** The clock that schedulers and orchestrator read. */
    ClockDomain controlClock();

    /**
     * How far a stamp of a core may be from the control clock, according to the measurements so far; 0 where both are
     * one clock. Any thread.
     */
    default long coreClockBoundNanos() {
        return 0;
    }

    /**
     * How long the chip has not answered although it was asked, whatever its cores run: it stands still, or other
     * processes have it. 0 while it answers, and where it is never asked. Any thread.
     */
    default long silentNanos() {
        return 0;
    }

    Pacer pacer();

    /**
     * Starts the cores, steps the control threads until all are finished, with the companion beside
     * them, and returns when both have ended or were given up. Called once.
     *
     * @param cores what the cores run
     * @param companion the orchestration
     */
    DriveOutcome drive(
            Chip chip, List<ControlThread> control, CoreProgram cores, Runnable companion, Supervisor supervisor);

    /**
     * Gives up a core that does not leave. What the core does later must not reach any register.
     * Called by the control thread that owns the core.
     */
    void giveUp(int core);

    /** What resolves whole graphs on the chip, where its cores can. */
    default Optional<GraphRunner> graphs() {
        return Optional.empty();
    }

    /**
     * What dumps tasks of several kernel runs for the scheduler of a core; empty where it has to do
     * so itself. Each call makes one.
     */
    default Optional<CoreArguments.Dumper> dumper(int core) {
        return Optional.empty();
    }

    /** What work costs, where time is modelled and does not pass by itself. */
    default Optional<TimeModel> timeModel() {
        return Optional.empty();
    }

    /**
     * Where the kernel that is on a core stands, innermost frame first; empty when there is none,
     * or when the core runs no Java. Any thread.
     */
    default StackTraceElement[] kernelStack(int core) {
        return new StackTraceElement[0];
    }
}
