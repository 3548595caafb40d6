package io.tidemark.viewer.model;

import io.tidemark.analysis.pmu.ChipRates;
import io.tidemark.analysis.pmu.PmuReport;
import io.tidemark.analysis.pmu.Roofline;
import io.tidemark.capture.Capture;
import io.tidemark.capture.pmu.PmuTable;

/** Hardware counters per kernel, added up once when first asked for. Any thread may ask. */
public final class PmuSource {
    private final PmuTable table;
    private final Capture capture;
    private PmuReport report;
    private Roofline roofline;

    PmuSource(PmuTable table, Capture capture) {
        this.table = table;
        this.capture = capture;
    }

    public synchronized PmuReport get() {
        if (report == null) {
            report = PmuReport.of(table, capture.names());
        }
        return report;
    }

    /** How near each kernel came to what its core can do. */
    public synchronized Roofline roofline() {
        if (roofline == null) {
            long clockHz =
                    capture.swimlane().map(swim -> swim.metadata().clockHz()).orElse(0L);
            roofline = Roofline.of(table, capture.names(), ChipRates.of(capture.directory()), clockHz);
        }
        return roofline;
    }
}
