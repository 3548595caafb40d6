package io.tidemark.collector.args;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.collector.ChannelBooks;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run's argument dump came to: the parts of the certificate, and the file. Immutable.
 *
 * @param manifest empty if there was nothing to export
 */
public record ArgsResult(ChannelBooks books, Verdict verdict, ArgsSummary summary, Optional<Path> manifest) {}
