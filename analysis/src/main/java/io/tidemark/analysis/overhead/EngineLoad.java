package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;
import java.util.List;

/**
 * How many cores of each engine were idle, and how much work was ready for them, at each moment of
 * a run. Engines are those that ran anything, AIC first. Immutable.
 */
public interface EngineLoad {
    List<CoreType> types();

    /** First start of a kernel. */
    long windowBegin();

    /** Last end of a kernel. */
    long windowEnd();

    /** The steps of everything that is counted. */
    StepSweep steps();

    /** Cores of engine number {@code type} that nothing occupies, given the counts of a stretch. */
    int idle(int type, int[] counts);

    /** What is ready for engine number {@code type} and not dispatched. */
    int ready(int type, int[] counts);
}
