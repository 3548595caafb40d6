package io.tidemark.chip;

import java.util.List;

/** Decides who steps which actor when. An instance serves one run. */
public interface ActorStepper {
    Pacer pacer();

    /**
     * Steps the lanes until all are finished, with the companion beside them, and returns when both
     * have ended or were given up. Called once.
     */
    StepOutcome drive(List<Lane> lanes, Runnable companion, Lookout lookout);

    /** With nobody on the lookout. */
    default StepOutcome drive(List<Lane> lanes, Runnable companion) {
        return drive(lanes, companion, Lookout.NONE);
    }

    /**
     * @param abandonedThreads names of threads that are still inside user code
     */
    record StepOutcome(List<String> abandonedThreads) {
        public StepOutcome {
            abandonedThreads = List.copyOf(abandonedThreads);
        }
    }
}
