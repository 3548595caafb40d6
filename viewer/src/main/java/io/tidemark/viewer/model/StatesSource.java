package io.tidemark.viewer.model;

import io.tidemark.analysis.coretime.CoreStates;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.model.CaptureModel;
import java.util.Optional;

/** What every core did or waited for, made ready once when first asked for. Any thread may ask. */
public final class StatesSource {
    private final CaptureModel model;
    private final Optional<Certificate> certificate;
    private CoreStates states;

    StatesSource(CaptureModel model, Optional<Certificate> certificate) {
        this.model = model;
        this.certificate = certificate;
    }

    public synchronized CoreStates get() {
        if (states == null) {
            states = CoreStates.of(model, certificate);
        }
        return states;
    }

    /** The scheduler thread that serves a core, -1 when the capture does not say. */
    public int threadOf(int core) {
        return model.table().metadata().threadOf(core);
    }
}
