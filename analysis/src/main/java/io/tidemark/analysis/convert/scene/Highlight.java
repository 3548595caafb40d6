package io.tidemark.analysis.convert.scene;

import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Tasks;
import java.util.BitSet;
import java.util.Collection;
import java.util.Optional;

/**
 * Which tasks keep their name in a picture that shows a path; the others become a dot. Immutable.
 */
public final class Highlight {
    private final Optional<BitSet> units;

    private Highlight(Optional<BitSet> units) {
        this.units = units;
    }

    public static Highlight of(CaptureModel model, Optional<Collection<Long>> taskIds) {
        return new Highlight(taskIds.map(ids -> {
            BitSet set = new BitSet();
            for (long id : ids) {
                int unit = model.tasks().find(id);
                if (unit != Tasks.NONE) {
                    set.set(unit);
                }
            }
            return set;
        }));
    }

    public boolean isActive() {
        return units.isPresent();
    }

    public boolean shows(int unit) {
        return units.isEmpty() || units.get().get(unit);
    }
}
