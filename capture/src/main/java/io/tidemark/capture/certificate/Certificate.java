package io.tidemark.capture.certificate;

import io.tidemark.capture.finding.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What a capture says about its own completeness. Immutable; {@link CertificateWriter} writes it,
 * {@link CertificateReader} reads it, {@link CertificateVerifier} checks it against the files.
 *
 * @param clocks one per stream of stamps
 * @param freezes stretches in which producers waited for the host
 * @param damage what the device sent that made no sense
 * @param digests of every artifact file
 * @param conditions under which its times were measured; empty where they were not recorded
 */
public record Certificate(
        Origin origin,
        Ending ending,
        List<ChannelLedger> channels,
        List<ClockDomain> clocks,
        List<Freeze> freezes,
        List<Damaged> damage,
        List<FileDigest> digests,
        Verdict verdict,
        Optional<Conditions> conditions) {
    /** Who made the capture. */
    public record Origin(
            String version,
            String platform,
            String runtime,
            String caseName,
            String host,
            int level,
            long flags,
            String createdAt) {}

    /**
     * How the run ended.
     *
     * @param errorCode 0 when there was none
     * @param errorName empty when there was none
     * @param hangClass empty when it did not hang
     */
    public record Ending(EndingKind kind, int errorCode, String errorName, String hangClass) {
        public static final Ending OK = new Ending(EndingKind.OK, 0, "", "");
    }

    /**
     * Clock of one stream.
     *
     * @param stream e.g. {@code swimlane.aicore}
     * @param domain e.g. {@code device_syscnt_cycles}
     * @param uncertaintyNanos against the axis of the capture, -1 when unknown
     */
    public record ClockDomain(String stream, String domain, long frequencyHz, long uncertaintyNanos) {}

    /** A stretch in which the producers of a lane stood still. */
    public record Freeze(String channel, int lane, long beginTick, long endTick, String cause) {}

    /**
     * One kind of nonsense, counted and skipped: its records were recovered from the region or are
     * missing in the ledgers.
     *
     * @param kind a word for programs
     * @param what a sentence for people
     */
    public record Damaged(String channel, String kind, long count, String what) {}

    /** SHA-256 of a file, path relative to the capture with forward slashes. */
    public record FileDigest(String path, long sizeBytes, String sha256) {}

    public Certificate {
        channels = List.copyOf(channels);
        clocks = List.copyOf(clocks);
        freezes = List.copyOf(freezes);
        damage = List.copyOf(damage);
        digests = List.copyOf(digests);
    }
}
