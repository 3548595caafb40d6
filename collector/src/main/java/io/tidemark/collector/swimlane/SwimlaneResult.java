package io.tidemark.collector.swimlane;

import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a run's swimlane came to: the parts of the certificate, and the file. Immutable.
 *
 * @param file the exported records; empty if there was nothing to export
 */
public record SwimlaneResult(
        ChannelBooks books, Verdict verdict, List<ClockDomain> clocks, Optional<Path> file) {
    public SwimlaneResult {
        clocks = List.copyOf(clocks);
    }
}
