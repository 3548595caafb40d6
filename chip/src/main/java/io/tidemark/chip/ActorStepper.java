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
     * @param cpuTime of the threads that stepped and have ended
     */
    record StepOutcome(List<String> abandonedThreads, CpuTime cpuTime) {
        public StepOutcome {
            abandonedThreads = List.copyOf(abandonedThreads);
        }

        /** Of a stepper that does not look at CPUs. */
        public StepOutcome(List<String> abandonedThreads) {
            this(abandonedThreads, CpuTime.NONE);
        }
    }
}
