package io.tidemark.runtime;

import io.tidemark.abi.OrchestrationSide;
import java.util.Arrays;
import java.util.Optional;

/** The two runtimes. Both take the same orchestrations and give the same results. */
public enum RuntimeKind {
    /** Tasks run while others are submitted; their memory is used again. */
    TMR("tmr", "tensormap_and_ringbuffer", "1 orchestrator", OrchestrationSide.DEVICE),

    /** The whole graph is built on the host first, then runs. */
    HBG("hbg", "host_build_graph", "graph built on the host, 1 resolver", OrchestrationSide.HOST);

    private final String word;
    private final String label;
    private final String control;
    private final OrchestrationSide side;

    RuntimeKind(String word, String label, String control, OrchestrationSide side) {
        this.word = word;
        this.label = label;
        this.control = control;
        this.side = side;
    }

    /** The word for it on the command line. */
    public String word() {
        return word;
    }

    /** The name in captures. */
    public String label() {
        return label;
    }

    /** What controls a run beside its schedulers, in words. */
    public String control() {
        return control;
    }

    /** Who builds the graph: the device while tasks run, or the host before anything does. */
    public OrchestrationSide side() {
        return side;
    }

    /**
     * Whether memory of tasks is reused during the run. If so, a submit may wait for memory and for tensors.
     */
    public boolean reclaims() {
        return side == OrchestrationSide.DEVICE;
    }

    /** How many of the control threads record as schedulers do, with or without cores. */
    public int actors(int aicpuThreads) {
        return schedulers(aicpuThreads) + (side == OrchestrationSide.HOST ? 1 : 0);
    }

    /**
     * How many of the control threads are schedulers that own cores. The last control thread
     * orchestrates, or resolves completions for a graph that the host built.
     */
    public int schedulers(int aicpuThreads) {
        return aicpuThreads - 1;
    }

    public static Optional<RuntimeKind> ofWord(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }
}
