package io.tidemark.capture.certificate;

import io.tidemark.abi.Channel;
import io.tidemark.capture.certificate.Certificate.FileDigest;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.FileKind;
import io.tidemark.capture.file.ViewerFiles;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.capture.finding.Verdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Judges a capture by its certificate: the law must hold in every lane, and every file must be the
 * one that was written. Stateless; any thread.
 */
public final class CertificateVerifier {
    /** Why a capture holds no records unless something went wrong. */
    public static final String NO_CHANNEL = "nothing was recorded: no channel was on";

    /** Channels were on, and the run had nothing for them: it ended early, or marks nothing. */
    public static final String NO_RECORD =
            "nothing was recorded: until the run ended there was nothing that its channels record";

    private CertificateVerifier() {}

    /** The verdict by the ledgers of a whole capture: EMPTY without a single record. */
    public static Verdict judgeWhole(List<ChannelLedger> channels) {
        Verdict books = judge(channels);
        boolean isEmpty = channels.stream().allMatch(ChannelLedger::isEmpty);
        return books.kind() == Kind.COMPLETE && isEmpty ? Verdict.empty(NO_RECORD, List.of()) : books;
    }

    /** The verdict by the ledgers alone; the collector writes this one. */
    public static Verdict judge(List<ChannelLedger> channels) {
        if (channels.isEmpty()) {
            return Verdict.empty(NO_CHANNEL, List.of());
        }
        List<Gap> gaps = new ArrayList<>();
        long missing = 0;
        for (ChannelLedger channel : channels) {
            for (LaneLedger lane : channel.lanes()) {
                if (!lane.balances() || isNegative(lane)) {
                    return Verdict.untrusted(
                            "%s %s lane %d: %d records unaccounted for"
                                    .formatted(channel.channel(), channel.stream(), lane.lane(), lane.unaccounted()),
                            Basis.CERTIFICATE);
                }
                missing += lane.dropped() + lane.torn();
                addGaps(gaps, channel.channel(), lane);
            }
        }
        return gaps.isEmpty()
                ? Verdict.complete(Basis.CERTIFICATE)
                : Verdict.gaps(gaps, missing + " records missing", Basis.CERTIFICATE);
    }

    private static boolean isNegative(LaneLedger lane) {
        return lane.reserved() < 0
                || lane.delivered() < 0
                || lane.recovered() < 0
                || lane.torn() < 0
                || lane.droppedByCause().values().stream().anyMatch(count -> count < 0);
    }

    private static void addGaps(List<Gap> gaps, String channel, LaneLedger lane) {
        for (Map.Entry<String, Long> cause : lane.droppedByCause().entrySet()) {
            if (cause.getValue() > 0) {
                gaps.add(new Gap(channel, lane.lane(), 0, 0, cause.getValue(), cause.getKey()));
            }
        }
        if (lane.torn() > 0) {
            gaps.add(new Gap(channel, lane.lane(), 0, 0, lane.torn(), "torn"));
        }
    }

    /**
     * The worst verdict of the certificate's statement, its books and its digests.
     *
     * @param present the artifacts that exist
     * @param byChannel those of them that hold records
     * @param wanted files that must exist with their size
     * @param digested those of them that are read again
     */
    public static Verdict verify(
            Path captureRoot,
            Certificate certificate,
            List<String> present,
            Map<Channel, List<String>> byChannel,
            Predicate<String> wanted,
            Predicate<String> digested) {
        Verdict books = judgeWhole(certificate.channels());
        if (books.kind() == Kind.UNTRUSTED) {
            return books;
        }
        Optional<String> tampered = firstDifference(captureRoot, certificate, present, wanted, digested)
                .or(() -> new ChannelAgreement(certificate, byChannel).contradiction());
        if (tampered.isPresent()) {
            return Verdict.untrusted(tampered.get(), Basis.CERTIFICATE);
        }
        Verdict said = certificate.verdict();
        if (said.kind() == Kind.COMPLETE) {
            return books;
        }
        boolean saysWhere = !said.gaps().isEmpty() || books.gaps().isEmpty();
        return said.kind() == Kind.UNTRUSTED || saysWhere
                ? said
                : Verdict.gaps(books.gaps(), said.reason(), Basis.CERTIFICATE);
    }

    private static Optional<String> firstDifference(
            Path captureRoot,
            Certificate certificate,
            List<String> present,
            Predicate<String> wanted,
            Predicate<String> digested) {
        List<FileDigest> digests = certificate.digests().stream()
                .filter(digest -> !isNoPart(digest))
                .toList();
        List<String> listed = digests.stream().map(FileDigest::path).toList();
        List<FileDigest> checked =
                digests.stream().filter(digest -> wanted.test(digest.path())).toList();
        for (FileDigest digest : checked) {
            Optional<String> difference = outside(captureRoot, digest)
                    .or(() -> digested.test(digest.path())
                            ? content(place(captureRoot, digest), digest)
                            : Optional.empty());
            if (difference.isPresent()) {
                return difference;
            }
        }
        return present.stream()
                .filter(wanted)
                .filter(path -> !listed.contains(path))
                .findFirst()
                .map(path -> path + " is not covered by the certificate");
    }

    /** Recoveries of earlier versions took leftovers and notes for files of the run. */
    private static boolean isNoPart(FileDigest digest) {
        try {
            Path path = Path.of(digest.path());
            return AtomicFile.isLeftover(path) || ViewerFiles.isOne(path);
        } catch (InvalidPathException noName) {
            return false;
        }
    }

    private static String instead(Path file) {
        return FileKind.misfit(file)
                .map(what -> what + ", not a file")
                .orElse(Files.exists(file) ? "a link, not the file that was written" : "missing");
    }

    private static Path place(Path captureRoot, FileDigest digest) {
        return captureRoot.resolve(digest.path()).normalize();
    }

    /** What is wrong with a file without a look into it. */
    private static Optional<String> outside(Path captureRoot, FileDigest digest) {
        try {
            Path file = place(captureRoot, digest);
            if (!file.startsWith(captureRoot.normalize())) {
                return Optional.of("the certificate names a file outside the capture");
            }
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(digest.path() + " is " + instead(file));
            }
            if (Files.size(file) != digest.sizeBytes()) {
                return Optional.of("%s has %d bytes, the certificate says %d"
                        .formatted(digest.path(), Files.size(file), digest.sizeBytes()));
            }
            return Optional.empty();
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.of(digest.path() + " cannot be read");
        }
    }

    private static Optional<String> content(Path file, FileDigest digest) {
        try {
            return Digests.sha256(file).equals(digest.sha256())
                    ? Optional.empty()
                    : Optional.of(digest.path() + " was changed after the capture");
        } catch (IOException unreadable) {
            return Optional.of(digest.path() + " cannot be read");
        }
    }
}
