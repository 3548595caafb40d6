package io.tidemark.capture.swimlane;

import java.util.HashMap;
import java.util.Map;

/**
 * What a scheduler was doing. Known by name only: the numeric codes were reassigned several times,
 * the names never. A name that is not listed reads as {@link #OTHER} and keeps its text in the
 * table.
 */
public enum PhaseKind {
    COMPLETE("complete", Placement.OUTER),
    DISPATCH("dispatch", Placement.OUTER),
    ASYNC_POLL("async_poll", Placement.OUTER),
    RELEASE("release", Placement.OUTER),
    DUMMY("dummy", Placement.OUTER),
    EARLY_DISPATCH("early_dispatch", Placement.OUTER),
    DRAIN("drain", Placement.OUTER),
    GRAPH_PREPARE("graph_prepare", Placement.OUTER),
    RESOLVE("resolve", Placement.INNER),
    DRAIN_PREPARE("drain_prepare", Placement.INNER),
    DRAIN_PUBLISH("drain_publish", Placement.INNER),
    DUMMY_TASK("dummy_task", Placement.MARKER),
    PREDICATED_SKIP("predicated_skip", Placement.MARKER),
    /** Names of older files that say how a thread spent idle or bookkeeping time. */
    LEGACY("", Placement.OUTER),
    OTHER("", Placement.OUTER);

    /** Where a phase lies in the timeline of its thread. */
    public enum Placement {
        OUTER,
        INNER,
        MARKER
    }

    private static final Map<String, PhaseKind> BY_WORD = new HashMap<>();

    static {
        for (PhaseKind kind : values()) {
            if (!kind.word.isEmpty()) {
                BY_WORD.put(kind.word, kind);
            }
        }
        BY_WORD.put("fanout", RESOLVE);
        BY_WORD.put("prestage", EARLY_DISPATCH);
        for (String legacy : new String[] {"scan", "poll", "idle", "wire", "early_ready"}) {
            BY_WORD.put(legacy, LEGACY);
        }
    }

    private final String word;
    private final Placement placement;

    PhaseKind(String word, Placement placement) {
        this.word = word;
        this.placement = placement;
    }

    public Placement placement() {
        return placement;
    }

    public static PhaseKind ofWord(String word) {
        return BY_WORD.getOrDefault(word, OTHER);
    }
}
