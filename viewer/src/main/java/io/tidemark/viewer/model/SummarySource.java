package io.tidemark.viewer.model;

import io.tidemark.analysis.coretime.CoreTimes;
import io.tidemark.analysis.summary.Summary;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.capture.Capture;
import java.util.Optional;

/**
 * The one-page summary of a capture, worked out once when first asked for: on a large capture it
 * costs more than the first picture may. Any thread may ask; it alone still touches the capture.
 */
public final class SummarySource {
    private final Capture capture;
    private final Optional<StatesSource> states;
    private SummaryReport report;

    SummarySource(Capture capture, Optional<StatesSource> states) {
        this.capture = capture;
        this.states = states;
    }

    public synchronized SummaryReport get() {
        if (report == null) {
            report = Summary.of(
                    capture,
                    capture.directory().label(),
                    () -> CoreTimes.of(states.orElseThrow().get()));
        }
        return report;
    }
}
