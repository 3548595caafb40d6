package io.tidemark.recording;

import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.finding.Verdict;
import java.nio.file.Path;

/**
 * A finished capture: its certificate is written. Immutable.
 *
 * @param ending how the run ended, as the certificate says
 * @param verdict whether anything is missing from it
 */
public record SealedCapture(Path directory, Ending ending, Verdict verdict) {}
