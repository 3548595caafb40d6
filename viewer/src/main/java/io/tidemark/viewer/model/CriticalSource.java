package io.tidemark.viewer.model;

import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.capture.model.CaptureModel;

/** The critical path of a run, worked out once when first asked for. Any thread may ask. */
public final class CriticalSource {
    private final CaptureModel model;
    private CriticalPathReport report;

    CriticalSource(CaptureModel model) {
        this.model = model;
    }

    public synchronized CriticalPathReport get() {
        if (report == null) {
            report = CriticalPath.of("", model);
        }
        return report;
    }
}
