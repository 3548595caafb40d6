package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import java.util.List;

/** Idle cores and ready tasks of each engine over time. */
public interface EngineCounts {
    /** Engines that ran anything, AIC first. */
    List<CoreType> types();

    /** Cores of an engine that ran anything. */
    int cores(CoreType type);

    StepSweep steps();

    /** Cores of engine number {@code type} that nothing occupies, given the counts of a stretch. */
    int idle(int type, int[] counts);

    /** What is ready for engine number {@code type} and not dispatched. */
    int ready(int type, int[] counts);

    /** Microseconds of a moment of the sweep. */
    double micros(double moment);
}
