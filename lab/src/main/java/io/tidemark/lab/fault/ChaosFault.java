package io.tidemark.lab.fault;

import io.tidemark.abi.Platform;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.finding.Verdict;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** The faults of the self test, and how a certificate shows each. */
public enum ChaosFault {
    NONE(
            "nothing goes wrong",
            Platform.A2A3,
            certificate -> certificate.verdict().kind() == Verdict.Kind.COMPLETE),
    SLOW_HOST(
            "every write of the host takes long, the chip waits",
            Platform.A2A3,
            certificate -> longestFreezeMillis(certificate) >= ChaosFault.SLOW_WRITE_MILLIS),
    LOST_ACKNOWLEDGEMENT(
            "for a while nothing that the host copies reaches the chip, or the other way round",
            Platform.A5,
            certificate ->
                    dropped(certificate) > 0 || longestFreezeMillis(certificate) >= ChaosFault.OUTAGE_MILLIS / 2.0),
    TORN_RECORD(
            "a record is begun and never finished",
            Platform.A2A3,
            certificate -> sum(certificate, LaneLedger::torn) == 1),
    CLOCK_STEP(
            "the chip's clock jumps during the run",
            Platform.A2A3,
            certificate -> certificate.verdict().kind() == Verdict.Kind.UNTRUSTED
                    && certificate.verdict().reason().contains("clock")),
    ISOLATED_CLOCK_STEP(
            "the same for a chip in a process of its own",
            Platform.A2A3,
            certificate -> CLOCK_STEP.shows.test(certificate)),
    EXHAUSTED_POOL(
            "buffers are few, the host is slow, and the chip drops",
            Platform.A2A3,
            certificate -> dropped(certificate) > 0),
    KILLED_COLLECTOR(
            "the thread that collects dies; the capture is recovered afterwards",
            Platform.A2A3,
            certificate -> dropped(certificate) > 0 || sum(certificate, LaneLedger::recovered) > 0),
    KILLED_DEVICE(
            "the process of the device is killed",
            Platform.A2A3,
            certificate -> certificate.ending().kind() == EndingKind.KILLED);

    /** How long each write of a slow host takes; no freeze of a healthy one lasts so long. */
    public static final long SLOW_WRITE_MILLIS = 20;

    /** How long copies fail. */
    public static final long OUTAGE_MILLIS = 400;

    private final String what;
    private final Platform platform;
    private final Predicate<Certificate> shows;

    ChaosFault(String what, Platform platform, Predicate<Certificate> shows) {
        this.what = what;
        this.platform = platform;
        this.shows = shows;
    }

    public String word() {
        return this == NONE ? "no fault" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** What the fault is, in one line. */
    public String what() {
        return what;
    }

    /** The platform on which it can happen. */
    public Platform platform() {
        return platform;
    }

    /** Whether a certificate shows the fault and its ledgers balance. */
    public boolean isShownBy(Certificate certificate) {
        return shows.test(certificate)
                && certificate.channels().stream()
                        .map(ChannelLedger::lanes)
                        .allMatch(lanes -> lanes.stream().allMatch(LaneLedger::balances));
    }

    public static double longestFreezeMillis(Certificate certificate) {
        long hertz = certificate.clocks().stream()
                .mapToLong(ClockDomain::frequencyHz)
                .max()
                .orElse(1);
        return certificate.freezes().stream()
                .mapToDouble(freeze -> (freeze.endTick() - freeze.beginTick()) * 1e3 / hertz)
                .max()
                .orElse(0);
    }

    public static long dropped(Certificate certificate) {
        return sum(certificate, LaneLedger::dropped);
    }

    public static long sum(Certificate certificate, ToLongFunction<LaneLedger> count) {
        return certificate.channels().stream()
                .map(ChannelLedger::lanes)
                .flatMap(lanes -> lanes.stream())
                .mapToLong(count)
                .sum();
    }
}
