package io.tidemark.runtime.team;

/** Which of some cores run something. For the thread that steps their scheduler. */
public interface CoreActivity {
    boolean isIdle();

    /** Number of the first core that runs something, or -1. */
    int firstBusyCore();

    /** What that core runs; only when there is one. */
    long firstBusyTask();
}
