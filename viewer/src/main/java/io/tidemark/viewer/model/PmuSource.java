package io.tidemark.viewer.model;

import io.tidemark.analysis.pmu.PmuReport;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuTable;

/** Hardware counters per kernel, added up once when first asked for. Any thread may ask. */
public final class PmuSource {
    private final PmuTable table;
    private final NameMap names;
    private PmuReport report;

    PmuSource(PmuTable table, NameMap names) {
        this.table = table;
        this.names = names;
    }

    public synchronized PmuReport get() {
        if (report == null) {
            report = PmuReport.of(table, names);
        }
        return report;
    }
}
