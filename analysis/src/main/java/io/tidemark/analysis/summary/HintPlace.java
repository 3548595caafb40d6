package io.tidemark.analysis.summary;

import io.tidemark.analysis.coretime.CorePart;

/**
 * Where a hint is seen in a picture of the run. Immutable.
 *
 * @param name a part of core time, a kernel or a counter by its key; empty for the other kinds
 * @param number the core of {@link Kind#CORE}, else -1
 */
public record HintPlace(Kind kind, String name, int number) {
    /** Nowhere: another recording would show it. */
    static final HintPlace NONE = new HintPlace(Kind.NONE, "", -1);

    /** What kind of thing is shown there. */
    public enum Kind {
        NONE,
        ENDING,
        VERDICT,
        /** Idle time of one reason. */
        WAIT,
        KERNEL,
        CORE,
        COUNTER,
        GRAPH,
        PMU,
        ARGUMENTS
    }

    static HintPlace at(Kind kind) {
        return new HintPlace(kind, "", -1);
    }

    static HintPlace wait(CorePart part) {
        return new HintPlace(Kind.WAIT, part.key(), -1);
    }

    static HintPlace kernel(String name) {
        return new HintPlace(Kind.KERNEL, name, -1);
    }

    static HintPlace core(int core) {
        return new HintPlace(Kind.CORE, "", core);
    }

    /** A counter of {@link io.tidemark.analysis.counter.Counters}. */
    static HintPlace counter(String key) {
        return new HintPlace(Kind.COUNTER, key, -1);
    }
}
