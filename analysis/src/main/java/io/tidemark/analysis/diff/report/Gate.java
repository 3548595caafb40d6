package io.tidemark.analysis.diff.report;

import io.tidemark.analysis.diff.DiffReport;
import io.tidemark.analysis.diff.noise.Change;
import io.tidemark.analysis.diff.noise.KernelChange;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much longer something may take. Immutable.
 *
 * @param kernel whose tasks are judged; empty for the makespan
 * @param limit as a share: 0.01 is one percent
 */
public record Gate(String kernel, double limit) {
    private static final Pattern FORM =
            Pattern.compile("(?:(?:makespan|kernel:(?<kernel>.+))=)?(?<percent>[0-9]+(?:[.][0-9]+)?)%");

    /** What a gate says. */
    public enum Outcome {
        WITHIN("within"),
        REGRESSED("regressed"),
        CANNOT_TELL("cannot tell");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * A gate that was asked.
     *
     * @param sentence for people
     */
    public record Answer(Gate gate, Outcome outcome, Change change, String sentence) {}

    /** Of {@code 1%}, {@code makespan=1%} or {@code kernel:qk=2%}; empty for anything else. */
    public static Optional<Gate> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String kernel = matcher.group("kernel");
        return Optional.of(new Gate(kernel == null ? "" : kernel, Double.parseDouble(matcher.group("percent")) / 100));
    }

    /** What is judged, for people. */
    public String subject() {
        return kernel.isEmpty() ? "the makespan" : "kernel " + kernel;
    }

    /** Empty when the runs have no such kernel. */
    public Optional<Answer> ask(DiffReport report) {
        if (kernel.isEmpty()) {
            return Optional.of(answer(report, report.makespanShare()));
        }
        return report.kernels().kernels().stream()
                .filter(found -> found.kernel().equals(kernel))
                .findFirst()
                .map(KernelChange::change)
                .map(change -> answer(report, change));
    }

    private Answer answer(DiffReport report, Change change) {
        Outcome outcome = outcome(report, change);
        String figure = "%s changed by %s%s, and %s is allowed"
                .formatted(subject(), Signed.percent(change.value()), interval(change), Signed.plainPercent(limit));
        String tail =
                switch (outcome) {
                    case WITHIN -> ".";
                    case REGRESSED -> ": regressed.";
                    case CANNOT_TELL -> ": cannot tell, because " + why(report, change) + ".";
                };
        return new Answer(this, outcome, change, figure + tail);
    }

    static String interval(Change change) {
        return change.hasInterval() && change.low() < change.high()
                ? " (%s to %s)".formatted(Signed.percent(change.low()), Signed.percent(change.high()))
                : "";
    }

    private Outcome outcome(DiffReport report, Change change) {
        if (!report.isComparable() || !change.hasInterval()) {
            return Outcome.CANNOT_TELL;
        }
        if (change.value() > limit) {
            return change.isSignificant() ? Outcome.REGRESSED : Outcome.CANNOT_TELL;
        }
        return change.high() <= limit ? Outcome.WITHIN : Outcome.CANNOT_TELL;
    }

    private String why(DiffReport report, Change change) {
        if (!report.isComparable()) {
            return "the runs cannot be compared";
        }
        if (!change.hasInterval()) {
            return "these runs do not tell how much is noise; record several runs a side";
        }
        return change.value() > limit
                ? "noise can explain it; record more runs"
                : "noise can hide more than the limit; record more runs";
    }
}
