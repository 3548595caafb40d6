package io.tidemark.viewer.model;

import io.tidemark.analysis.summary.Summary;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.capture.Capture;

/**
 * The one-page summary of a capture, worked out once when first asked for: on a large capture it
 * costs more than the first picture may. Any thread may ask; it alone still touches the capture.
 */
public final class SummarySource {
    private final Capture capture;
    private SummaryReport report;

    SummarySource(Capture capture) {
        this.capture = capture;
    }

    public synchronized SummaryReport get() {
        if (report == null) {
            report = Summary.of(capture, capture.directory().label());
        }
        return report;
    }
}
