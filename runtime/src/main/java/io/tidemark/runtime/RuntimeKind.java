package io.tidemark.runtime;

import java.util.Arrays;
import java.util.Optional;

/** The two runtimes. Both take the same orchestrations and give the same results. */
public enum RuntimeKind {
    /** Tasks run while others are submitted; their memory is used again. */
    TMR("tmr", "tensormap_and_ringbuffer", "1 orchestrator", false),

    /** The whole graph is built on the host first, then runs. */
    HBG("hbg", "host_build_graph", "graph built on the host, 1 resolver", true);

    private final String word;
    private final String label;
    private final String control;
    private final boolean buildsOnHost;

    RuntimeKind(String word, String label, String control, boolean buildsOnHost) {
        this.word = word;
        this.label = label;
        this.control = control;
        this.buildsOnHost = buildsOnHost;
    }

    /** As people type it. */
    public String word() {
        return word;
    }

    /** As captures name it. */
    public String label() {
        return label;
    }

    /** What controls a run beside its schedulers, in words. */
    public String control() {
        return control;
    }

    /** Whether the host builds the whole graph, by its own clock, before anything runs. */
    public boolean buildsOnHost() {
        return buildsOnHost;
    }

    /** Whether memory of tasks is used again while the run goes on. */
    public boolean reclaims() {
        return !buildsOnHost;
    }

    /** Actors that record as schedulers do, of so many control threads: also one without cores. */
    public int actors(int aicpuThreads) {
        return schedulers(aicpuThreads) + (buildsOnHost ? 1 : 0);
    }

    /**
     * Schedulers that own cores, of so many control threads: the last one orchestrates, or resolves
     * completions for a graph that the host built.
     */
    public int schedulers(int aicpuThreads) {
        return aicpuThreads - 1;
    }

    public static Optional<RuntimeKind> ofWord(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }
}
