package io.tidemark.cli;

import io.tidemark.capture.Verdict;
import io.tidemark.capture.certificate.Certificate.ClockDomain;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.capture.certificate.ChannelLedger;
import java.util.List;

/** What the diagnostics of a run came to: the parts of its certificate. Immutable. */
record Recorded(
        Verdict verdict,
        List<ChannelLedger> ledgers,
        List<ClockDomain> clocks,
        List<Freeze> freezes) {
    /** A run that recorded nothing has nothing missing. */
    static final Recorded NOTHING =
            new Recorded(
                    Verdict.complete(Verdict.Basis.CERTIFICATE), List.of(), List.of(), List.of());

    Recorded {
        ledgers = List.copyOf(ledgers);
        clocks = List.copyOf(clocks);
        freezes = List.copyOf(freezes);
    }
}
