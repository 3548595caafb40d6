package io.tidemark.analysis.diff;

import io.tidemark.capture.certificate.Certificate;
import java.util.Optional;

/** Opens a run that is to be compared, when its turn comes and perhaps twice. */
@FunctionalInterface
public interface RunSource {
    ComparedRun open();

    /** What the run says of itself, read without its records where that is possible. */
    default Optional<Certificate> certificate() {
        return open().certificate();
    }
}
