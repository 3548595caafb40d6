package io.tidemark.cli;

import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.collector.ChannelBooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the diagnostics of a run came to: the parts of its certificate. Immutable. */
record Recorded(
        Verdict verdict,
        List<ChannelLedger> ledgers,
        List<ClockDomain> clocks,
        List<Freeze> freezes,
        List<Damaged> damage,
        Optional<Conditions> conditions) {
    /** A run that recorded nothing has nothing missing. */
    static final Recorded NOTHING =
            new Recorded(
                    Verdict.complete(Verdict.Basis.CERTIFICATE),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    Optional.empty());

    /** What one channel came to. */
    static Recorded of(Verdict verdict, ChannelBooks books, List<ClockDomain> clocks) {
        return new Recorded(
                verdict,
                books.streams(),
                clocks,
                books.certificateFreezes(),
                books.certificateDamage(),
                Optional.empty());
    }

    /** This and another channel of the same run; the worse verdict holds, and gaps add up. */
    Recorded plus(Recorded other) {
        return new Recorded(
                worse(verdict, other.verdict),
                joined(ledgers, other.ledgers),
                joined(clocks, other.clocks),
                joined(freezes, other.freezes),
                joined(damage, other.damage),
                conditions.or(other::conditions));
    }

    /** True when no channel has been recorded, so that there is nothing to judge. */
    boolean isNothing() {
        return ledgers.isEmpty();
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
                damage,
                conditions);
    }

    /** The same, with the conditions under which its times were measured. */
    Recorded under(Optional<Conditions> noted) {
        return new Recorded(verdict, ledgers, clocks, freezes, damage, noted);
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
