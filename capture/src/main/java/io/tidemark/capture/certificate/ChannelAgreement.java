package io.tidemark.capture.certificate;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.finding.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that the flags, the books and the files of a capture name the same channels. A channel
 * that was recorded by the flags has books. A channel with books was recorded by the flags. Records
 * have a file, and a channel with a file has books. Only the recording program knows a private
 * channel; such a channel must have books. Immutable.
 */
final class ChannelAgreement {
    /** Streams of the swimlane by level; each level has those of the levels below it. */
    private static final List<SwimlaneStream> STREAM_OF_LEVEL = List.of(
            SwimlaneStream.AICORE_TASK,
            SwimlaneStream.AICPU_TASK,
            SwimlaneStream.AICPU_SCHED_PHASE,
            SwimlaneStream.AICPU_ORCH_PHASE);

    private final Certificate certificate;
    private final Map<Channel, List<String>> files;

    /**
     * @param files the files of each channel in the capture
     */
    ChannelAgreement(Certificate certificate, Map<Channel, List<String>> files) {
        this.certificate = certificate;
        this.files = files;
    }

    /** The first contradiction as a sentence; empty when there is none. */
    Optional<String> contradiction() {
        long bits = certificate.origin().flags();
        if (!DfxFlags.isKnown(bits)) {
            return Optional.of("its certificate has flags that are not known here: 0x%x".formatted(bits));
        }
        DfxFlags flags = new DfxFlags(bits);
        int level = certificate.origin().level();
        if (level != flags.swimlaneLevel()) {
            return Optional.of(
                    "its certificate says swimlane level %d, its flags say %d".formatted(level, flags.swimlaneLevel()));
        }
        Set<Channel> booked = new HashSet<>();
        Set<String> unknown = new HashSet<>();
        for (ChannelLedger ledger : certificate.channels()) {
            ChannelCatalog.ofWord(ledger.channel()).ifPresentOrElse(booked::add, () -> unknown.add(ledger.channel()));
        }
        boolean saysEmpty = certificate.verdict().kind() == Verdict.Kind.EMPTY;
        boolean nothing = saysEmpty && certificate.channels().isEmpty();
        if (saysEmpty && !certificate.channels().stream().allMatch(ChannelLedger::isEmpty)) {
            return Optional.of("the certificate says that nothing was recorded, and has records");
        }
        if (unknown.size() != (nothing ? 0 : flags.privateChannels())) {
            return Optional.of(
                    unknown.size() > flags.privateChannels()
                            ? "its certificate has books of no known channel"
                            : "the flags say that a private channel was recorded, and the"
                                    + " certificate has no books of it");
        }
        for (Channel channel : ChannelCatalog.all()) {
            boolean expected = flags.records(channel) && !nothing;
            Optional<String> wrong = expected == booked.contains(channel)
                    ? filesOf(channel, expected)
                    : Optional.of(booksOf(channel, expected));
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return nothing ? Optional.empty() : missingStream(level);
    }

    private static String booksOf(Channel channel, boolean expected) {
        return expected
                ? "the flags say that %s was recorded, and the certificate has no books of it".formatted(channel.word())
                : "the certificate has books of %s, and says that it was not recorded".formatted(channel.word());
    }

    private Optional<String> filesOf(Channel channel, boolean recorded) {
        List<String> there = files.getOrDefault(channel, List.of());
        if (!recorded) {
            return there.stream()
                    .findFirst()
                    .map(file -> "%s is there, and the certificate says that %s was not recorded"
                            .formatted(file, channel.word()));
        }
        if (channel == ArgsChannel.CHANNEL) {
            return Optional.empty(); // tasks that have no argument to dump have records, too
        }
        long records = certificate.channels().stream()
                .filter(ledger -> ledger.channel().equals(channel.word()))
                .mapToLong(ChannelLedger::present)
                .sum();
        return records > 0 && there.isEmpty()
                ? Optional.of("the books of %s have %d records, and there is no file of them"
                        .formatted(channel.word(), records))
                : Optional.empty();
    }

    private Optional<String> missingStream(int level) {
        for (SwimlaneStream stream : STREAM_OF_LEVEL.subList(0, level)) {
            boolean booked = certificate.channels().stream()
                    .anyMatch(ledger -> ledger.stream().equals(stream.label()));
            if (!booked) {
                return Optional.of("swimlane level %d records %s, and the certificate has no books of it"
                        .formatted(level, stream.label()));
            }
        }
        return Optional.empty();
    }
}
