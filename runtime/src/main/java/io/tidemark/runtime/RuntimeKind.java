package io.tidemark.runtime;

import java.util.Arrays;
import java.util.Optional;

/** The two runtimes. Both take the same orchestrations and give the same results. */
public enum RuntimeKind {
    /** Tasks run while others are submitted; their memory is used again. */
    TMR("tmr", "tensormap_and_ringbuffer"),

    /** The whole graph is built on the host first, then runs. */
    HBG("hbg", "host_build_graph");

    private final String word;
    private final String label;

    RuntimeKind(String word, String label) {
        this.word = word;
        this.label = label;
    }

    /** As people type it. */
    public String word() {
        return word;
    }

    /** As captures name it. */
    public String label() {
        return label;
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
