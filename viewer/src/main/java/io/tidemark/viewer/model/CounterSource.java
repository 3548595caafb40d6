package io.tidemark.viewer.model;

import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.analysis.counter.Counters;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import java.util.List;
import java.util.Optional;

/** The counters of a capture, worked out once when first asked for. Any thread may ask. */
public final class CounterSource {
    private final CaptureModel model;
    private final Optional<ScopeTable> scopes;
    private final Optional<PmuTable> pmu;
    private List<CounterTrack> tracks;

    CounterSource(CaptureModel model, Optional<ScopeTable> scopes, Optional<PmuTable> pmu) {
        this.model = model;
        this.scopes = scopes;
        this.pmu = pmu;
    }

    public synchronized List<CounterTrack> get() {
        if (tracks == null) {
            tracks = Counters.of(model, scopes, pmu);
        }
        return tracks;
    }
}
