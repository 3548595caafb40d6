package io.tidemark.capture.swimlane;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import java.util.HashMap;
import java.util.Map;

/**
 * The words that files of any age have for what a scheduler was doing. A phase is known by its word
 * only: the codes were reassigned several times, the words never. Pure, any thread.
 */
public final class PhaseWords {
    private static final Map<String, SchedPhaseKind> KINDS = new HashMap<>();

    static {
        for (SchedPhaseKind kind : SchedPhaseKind.values()) {
            if (!kind.label().isEmpty()) {
                KINDS.put(kind.label(), kind);
            }
        }
        KINDS.put("fanout", SchedPhaseKind.RESOLVE);
        KINDS.put("prestage", SchedPhaseKind.EARLY_DISPATCH);
        for (String legacy : new String[] {"scan", "poll", "idle", "wire", "early_ready"}) {
            KINDS.put(legacy, SchedPhaseKind.LEGACY);
        }
    }

    private PhaseWords() {}

    /** The kind of a word, {@link SchedPhaseKind#OTHER} for one that is not known. */
    public static SchedPhaseKind kindOf(String word) {
        return KINDS.getOrDefault(word, SchedPhaseKind.OTHER);
    }
}
