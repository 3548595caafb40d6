package io.tidemark.capture.finding;

import io.tidemark.abi.Explained;
import java.util.List;

/**
 * Whether a capture can be trusted, printed first by every command. Immutable.
 *
 * @param kind the one word
 * @param gaps what is missing; of {@link Kind#GAPS}, and of {@link Kind#EMPTY} when something was
 *     to be recorded
 * @param reason one sentence; empty for {@link Kind#COMPLETE}
 * @param basis where the judgement comes from
 */
public record Verdict(Kind kind, List<Gap> gaps, String reason, Basis basis) {
    /** The four verdicts, from good to bad. */
    public enum Kind implements Explained {
        /** Every record that was reserved is in the files. */
        COMPLETE(
                "every record that was reserved is in the files, and they add up",
                "a run whose host kept up with it, or one that waited for the host",
                "nothing to do",
                "tidemark run vector --chip-swimlane"),
        /** There are no records, so that there is nothing to judge. */
        EMPTY(
                "nothing was recorded, so there is nothing to look at and nothing to judge",
                "a run without any channel, or one that ended before the round that was to be" + " recorded",
                "run it again with a channel on, such as --chip-swimlane; 'tidemark run --help'" + " names the others",
                "tidemark run vector"),
        /** Records are missing, and it is known where. */
        GAPS(
                "records are missing, and the certificate says how many, where and why",
                "--on-full=drop with a host that could not keep up, a kernel that hung or a process"
                        + " that was killed while it wrote a record",
                "take figures of the stretches named by 'tidemark verify' with care; record again"
                        + " with --on-full=block",
                "tidemark run bgemm:case3 --dump-args --on-full=drop"),
        /** The files contradict themselves, their digests or their ledger. */
        UNTRUSTED(
                "the files contradict themselves, their digests or their ledger",
                "a file that was changed or cut after the run, a record that nobody can account for,"
                        + " or a foreign capture whose parts do not fit together",
                "'tidemark verify' names each contradiction; record again, or use only what it does" + " not name",
                NO_COMMAND + "change a byte in a file of any capture and 'tidemark verify' says so");

        private final Page page;

        Kind(String meaning, String causes, String hint, String provoke) {
            this.page = new Page(meaning, causes, hint, provoke);
        }

        @Override
        public String kind() {
            return "verdict";
        }

        @Override
        public String key() {
            return name();
        }

        @Override
        public Page page() {
            return page;
        }
    }

    /** What a verdict rests on. */
    public enum Basis {
        /** The capture's own certificate, checked against the files. */
        CERTIFICATE,
        /** A foreign capture without certificate, judged from its contents. */
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
    public record Gap(String channel, int lane, long beginTick, long endTick, long missingRecords, String cause) {}

    public Verdict {
        gaps = List.copyOf(gaps);
    }

    public static Verdict complete(Basis basis) {
        return new Verdict(Kind.COMPLETE, List.of(), "", basis);
    }

    /** Nothing was recorded; {@code gaps} are what was to be. */
    public static Verdict empty(String reason, List<Gap> gaps) {
        return new Verdict(Kind.EMPTY, gaps, reason, Basis.CERTIFICATE);
    }

    public static Verdict gaps(List<Gap> gaps, String reason, Basis basis) {
        return new Verdict(Kind.GAPS, gaps, reason, basis);
    }

    public static Verdict untrusted(String reason, Basis basis) {
        return new Verdict(Kind.UNTRUSTED, List.of(), reason, basis);
    }

    /** True when a command that used this capture should exit 3. */
    public boolean dataMissing() {
        return switch (kind) {
            case COMPLETE -> false;
            case EMPTY -> !gaps.isEmpty(); // a run that was to record nothing misses nothing
            case GAPS, UNTRUSTED -> true;
        };
    }

    /** The line that commands print first. */
    public String line() {
        String label = basis == Basis.CONTENTS ? " (no certificate, judged from contents)" : "";
        String tail = reason.isEmpty() ? "" : ": " + reason;
        return kind + label + tail;
    }
}
