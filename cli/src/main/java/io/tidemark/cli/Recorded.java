package io.tidemark.cli;

import io.tidemark.abi.Channel;
import io.tidemark.abi.swimlane.BufferKind;
import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.collector.ChannelBooks;
import java.util.ArrayList;
import java.util.List;

/** What the diagnostics of a run came to: the parts of its certificate. Immutable. */
record Recorded(
        Verdict verdict,
        List<ChannelLedger> ledgers,
        List<ClockDomain> clocks,
        List<Freeze> freezes,
        List<Damaged> damage) {
    /** A run that recorded nothing has nothing missing. */
    static final Recorded NOTHING =
            new Recorded(
                    Verdict.complete(Verdict.Basis.CERTIFICATE),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());

    /** What one channel came to. */
    static Recorded of(Verdict verdict, ChannelBooks books, List<ClockDomain> clocks) {
        return new Recorded(
                verdict,
                books.streams(),
                clocks,
                books.certificateFreezes(),
                books.certificateDamage());
    }

    /** This and another channel of the same run; the worse verdict holds, and gaps add up. */
    Recorded plus(Recorded other) {
        return new Recorded(
                worse(verdict, other.verdict),
                joined(ledgers, other.ledgers),
                joined(clocks, other.clocks),
                joined(freezes, other.freezes),
                joined(damage, other.damage));
    }

    /** True when no channel has been recorded, so that there is nothing to judge. */
    boolean isNothing() {
        return ledgers.isEmpty();
    }

    /**
     * Kernel runs that left a record on their core, counted by its device or missing now; 0 when
     * cores were not recorded.
     */
    long kernelRuns() {
        return ledgers.stream()
                .filter(ledger -> ledger.channel().equals(Channel.SWIMLANE.word()))
                .filter(ledger -> ledger.stream().equals(BufferKind.AICORE_TASK.label()))
                .flatMap(ledger -> ledger.lanes().stream())
                .mapToLong(lane -> lane.delivered() + lane.recovered() + lane.dropped())
                .sum();
    }

    /** The same with stamps that are off by so much, and what that makes of them. */
    Recorded withClocksApart(long nanos, Verdict judgement) {
        return new Recorded(
                worse(verdict, judgement),
                ledgers,
                clocks.stream()
                        .map(
                                clock ->
                                        new ClockDomain(
                                                clock.stream(),
                                                clock.domain(),
                                                clock.frequencyHz(),
                                                nanos))
                        .toList(),
                freezes,
                damage);
    }

    private static Verdict worse(Verdict one, Verdict other) {
        if (one.kind() != Verdict.Kind.GAPS || other.kind() != Verdict.Kind.GAPS) {
            return one.kind().compareTo(other.kind()) >= 0 ? one : other;
        }
        return Verdict.gaps(
                joined(one.gaps(), other.gaps()),
                one.reason() + "; " + other.reason(),
                one.basis());
    }

    private static <T> List<T> joined(List<T> one, List<T> other) {
        List<T> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    Recorded {
        ledgers = List.copyOf(ledgers);
        clocks = List.copyOf(clocks);
        freezes = List.copyOf(freezes);
        damage = List.copyOf(damage);
    }
}
