package io.tidemark.collector;

import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.finding.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one channel of a run came to: its parts of the certificate, and its file. Immutable.
 *
 * @param clocks of the streams whose stamps the file shows
 * @param file empty if there was nothing to export
 */
public record ChannelResult(ChannelBooks books, Verdict verdict, List<ClockDomain> clocks, Optional<Path> file) {
    public ChannelResult {
        clocks = List.copyOf(clocks);
    }
}
