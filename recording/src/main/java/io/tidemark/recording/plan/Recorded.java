package io.tidemark.recording.plan;

import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.Certificate.Damaged;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.capture.certificate.CertificateVerifier;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The result of the diagnostics of a run: the parts of its certificate. Immutable. */
public record Recorded(
        Verdict verdict,
        List<ChannelLedger> ledgers,
        List<ClockDomain> clocks,
        List<Freeze> freezes,
        List<Damaged> damage,
        Optional<Conditions> conditions) {
    /** The result of a run with no channel on. */
    public static final Recorded NOTHING = nothing(CertificateVerifier.judge(List.of()));

    /**
     * The result of a run that ended before its recorded round; what the flags ask for is missing.
     */
    public static Recorded tooEarly(DfxFlags flags, int round, int rounds) {
        String cause = "the run ended before round %d of %d, which was to be recorded".formatted(round, rounds);
        List<Gap> gaps = ChannelCatalog.all().stream()
                .filter(flags::records)
                .map(channel -> new Gap(channel.word(), -1, 0, 0, -1, cause))
                .toList();
        return nothing(Verdict.empty("nothing was recorded: " + cause, gaps));
    }

    private static Recorded nothing(Verdict verdict) {
        return new Recorded(verdict, List.of(), List.of(), List.of(), List.of(), Optional.empty());
    }

    /** The result of one channel. */
    public static Recorded of(ChannelResult result) {
        ChannelBooks books = result.books();
        return new Recorded(
                result.verdict(),
                books.streams(),
                result.clocks(),
                books.certificateFreezes(),
                books.certificateDamage(),
                Optional.empty());
    }

    /** This and another channel of the same run; the worse verdict holds, and gaps add up. */
    public Recorded plus(Recorded other) {
        if (isNothing()) {
            return other;
        }
        return new Recorded(
                worse(verdict, other.verdict),
                joined(ledgers, other.ledgers),
                joined(clocks, other.clocks),
                joined(freezes, other.freezes),
                joined(damage, other.damage),
                conditions.or(other::conditions));
    }

    /** The same for a whole capture: channels that have no record at all come to nothing. */
    public Recorded whole() {
        Verdict books = CertificateVerifier.judgeWhole(ledgers);
        return verdict.kind() == Verdict.Kind.COMPLETE && books.kind() == Verdict.Kind.EMPTY
                ? new Recorded(books, ledgers, clocks, freezes, damage, conditions)
                : this;
    }

    /** True when no channel has been recorded, so that there is nothing to judge. */
    public boolean isNothing() {
        return ledgers.isEmpty();
    }

    /**
     * Kernel runs that left a record on their core, counted by its device or missing now; 0 when
     * cores were not recorded.
     */
    public long kernelRuns() {
        return ledgers.stream()
                .filter(ledger -> ledger.channel().equals(SwimlaneChannel.CHANNEL.word()))
                .filter(ledger -> ledger.stream().equals(SwimlaneStream.AICORE_TASK.label()))
                .flatMap(ledger -> ledger.lanes().stream())
                .mapToLong(lane -> lane.delivered() + lane.recovered() + lane.dropped())
                .sum();
    }

    /** The same with stamps that are off by so much, and what that makes of them. */
    public Recorded withClocksApart(long nanos, Verdict judgement) {
        return new Recorded(
                worse(verdict, judgement),
                ledgers,
                clocks.stream()
                        .map(clock -> new ClockDomain(clock.stream(), clock.domain(), clock.frequencyHz(), nanos))
                        .toList(),
                freezes,
                damage,
                conditions);
    }

    /**
     * The same, where cores have this clock of their own.
     *
     * @param stampsDispatches whether dispatch and finish are stamps of cores too
     */
    public Recorded withCoreClock(CoreClock core, boolean stampsDispatches) {
        String ofCores = SwimlaneChannel.CHANNEL.word() + "." + SwimlaneStream.AICORE_TASK.label();
        String ofTasks = SwimlaneChannel.CHANNEL.word() + "." + SwimlaneStream.AICPU_TASK.label();
        return new Recorded(
                verdict,
                ledgers,
                clocks.stream()
                        .map(clock -> clock.stream().equals(ofCores)
                                        || stampsDispatches && clock.stream().equals(ofTasks)
                                ? ofCores(clock, core)
                                : clock)
                        .toList(),
                freezes,
                damage,
                conditions);
    }

    private static ClockDomain ofCores(ClockDomain clock, CoreClock core) {
        long bound = core.boundNanos() < 0 ? core.boundNanos() : Math.max(core.boundNanos(), clock.uncertaintyNanos());
        return new ClockDomain(clock.stream(), core.domain(), clock.frequencyHz(), bound);
    }

    /** The same, with the conditions under which its times were measured. */
    public Recorded under(Optional<Conditions> noted) {
        return new Recorded(verdict, ledgers, clocks, freezes, damage, noted);
    }

    private static Verdict worse(Verdict one, Verdict other) {
        if (one.kind() != Verdict.Kind.GAPS || other.kind() != Verdict.Kind.GAPS) {
            return one.kind().compareTo(other.kind()) >= 0 ? one : other;
        }
        return Verdict.gaps(joined(one.gaps(), other.gaps()), one.reason() + "; " + other.reason(), one.basis());
    }

    private static <T> List<T> joined(List<T> one, List<T> other) {
        List<T> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    public Recorded {
        ledgers = List.copyOf(ledgers);
        clocks = List.copyOf(clocks);
        freezes = List.copyOf(freezes);
        damage = List.copyOf(damage);
    }
}
