package io.tidemark.chip.simulated;

import io.tidemark.chip.Chip;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import io.tidemark.chip.TimeModel;
import java.util.List;
import java.util.Optional;

/** Decides who steps which actor when. An instance serves one run. */
public interface ActorStepper {
    Pacer pacer();

    /** What work costs, where time is modelled. */
    default Optional<TimeModel> timeModel() {
        return Optional.empty();
    }

    /** The chip whose cores are stepped; once, before {@link #drive}. */
    default void attach(Chip chip) {}

    /**
     * Steps the lanes until all are finished, with the companion beside them, and returns when both
     * have ended or were given up. Called once.
     */
    DriveOutcome drive(List<Lane> lanes, Runnable companion, Supervisor supervisor);

    /** Drives the lanes without a supervisor. */
    default DriveOutcome drive(List<Lane> lanes, Runnable companion) {
        return drive(lanes, companion, Supervisor.NONE);
    }
}
