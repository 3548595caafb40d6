package io.tidemark.capture;

import java.util.List;

/**
 * Whether a capture can be trusted, printed first by every command. Immutable.
 *
 * @param kind the one word
 * @param gaps what is missing, empty unless {@link Kind#GAPS}
 * @param reason one sentence; empty for {@link Kind#COMPLETE}
 * @param basis where the judgement comes from
 */
public record Verdict(Kind kind, List<Gap> gaps, String reason, Basis basis) {
    /** The three verdicts. */
    public enum Kind {
        /** Every record that was reserved is in the files. */
        COMPLETE,
        /** Records are missing, and it is known where. */
        GAPS,
        /** The files contradict themselves, their digests or their ledger. */
        UNTRUSTED
    }

    /** What a verdict rests on. */
    public enum Basis {
        /** The capture's own certificate, checked against the files. */
        CERTIFICATE,
        /** A foreign capture without certificate, judged from what it contains. */
        CONTENTS
    }

    /**
     * One stretch of missing data.
     *
     * @param channel swimlane, args, scope, deps or pmu
     * @param lane lane of the channel, -1 when the whole channel is meant
     * @param beginTick first tick of the stretch, 0 when unknown
     * @param endTick last tick of the stretch, 0 when unknown
     * @param missingRecords how many records, -1 when unknown
     * @param cause one or a few words
     */
    public record Gap(
            String channel,
            int lane,
            long beginTick,
            long endTick,
            long missingRecords,
            String cause) {}

    public Verdict {
        gaps = List.copyOf(gaps);
    }

    public static Verdict complete(Basis basis) {
        return new Verdict(Kind.COMPLETE, List.of(), "", basis);
    }

    public static Verdict gaps(List<Gap> gaps, String reason, Basis basis) {
        return new Verdict(Kind.GAPS, gaps, reason, basis);
    }

    public static Verdict untrusted(String reason, Basis basis) {
        return new Verdict(Kind.UNTRUSTED, List.of(), reason, basis);
    }

    /** True when a command that used this capture should exit 3. */
    public boolean dataMissing() {
        return kind != Kind.COMPLETE;
    }

    /** The line that commands print first. */
    public String line() {
        String label = basis == Basis.CONTENTS ? " (no certificate, judged from contents)" : "";
        String tail = reason.isEmpty() ? "" : ": " + reason;
        return kind + label + tail;
    }
}
