package io.tidemark.chip.simulated;

/** Says how long kernels take, where time is modelled. For the thread that has the turn. */
interface KernelTimer {
    /** A core begins a kernel that takes so long. */
    void begins(int core, long picos);

    /** Whether the time of the kernel that a core is in is over. */
    boolean isOver(int core);
}
