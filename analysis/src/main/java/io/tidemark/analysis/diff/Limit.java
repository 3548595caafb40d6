package io.tidemark.analysis.diff;

import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.split.Cause;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement that these captures cannot carry.
 *
 * @param side {@code before}, {@code after} or {@code both}
 * @param about the statement, in a word for programs
 * @param isObstacle whether it forbids to call one run faster than the other
 */
public record Limit(String side, String about, boolean isObstacle, String sentence) {
    /** What a limit is about that says how the runs were recorded. */
    public static final String RECORDING = "recording";

    /** What the limit of a run is about that did not come to its end. */
    public static final String MAKESPAN = "makespan";

    private Limit(String side, String about, String sentence) {
        this(side, about, false, sentence);
    }

    static Limit obstacle(String side, String about, String sentence) {
        return new Limit(side, about, true, sentence);
    }

    /** What the two captures that were divided cannot tell. */
    static List<Limit> of(ComparedRun before, ComparedRun after, Alignment alignment) {
        List<Limit> limits = new ArrayList<>();
        addOwn("before", before, limits);
        addOwn("after", after, limits);
        if (alignment.basis() == Alignment.Basis.KERNEL) {
            limits.add(new Limit(
                    "both",
                    "alignment",
                    "Tasks were matched by kernel and order, because "
                            + lacking(before, after)
                            + ": a task that was inserted or moved may be taken for its"
                            + " neighbour, and changed dependencies are not seen."));
        }
        addUnlike(before, after, limits);
        return List.copyOf(limits);
    }

    private static String lacking(ComparedRun before, ComparedRun after) {
        boolean one = before.model().dependencies().isEmpty();
        boolean other = after.model().dependencies().isEmpty();
        return one && other
                ? "neither capture has a graph"
                : "the capture " + (one ? "before" : "after") + " has no graph";
    }

    private static void addOwn(String side, ComparedRun run, List<Limit> limits) {
        run.replayNote()
                .ifPresent(note -> limits.add(new Limit(side, RECORDING, "The run %s was %s".formatted(side, note))));
        if (run.certificate().isEmpty()) {
            limits.add(new Limit(
                    side,
                    "freeze",
                    "The capture %s has no certificate: nothing proves that all records are there,".formatted(side)
                            + " and freezes of the recorder count as other waits."));
        }
        for (String note : run.path().notes()) {
            limits.add(new Limit(side, "waits", side + ": " + note));
        }
        boolean hasSubmitWaits =
                run.path().nanos(Cause.SUBMIT) > 0 || run.path().nanos(Cause.RING) > 0;
        if (!run.isVirtual() && hasSubmitWaits) {
            limits.add(new Limit(side, "ring", ringSentence(side, run.knowsRings())));
        }
        run.conditions()
                .filter(Conditions::isShared)
                .ifPresent(conditions -> limits.add(new Limit(
                        side,
                        "host",
                        "%s: %s; waits are waits for the host as well.".formatted(side, conditions.shared()))));
    }

    private static String ringSentence(String side, boolean isKnown) {
        return isKnown
                ? "%s: waits for a ring slot are not recorded but inferred, from the size of the task window and the ends of"
                                .formatted(side)
                        + " tasks; waits for heap or dependency entries count as waiting for a submit."
                : "%s: the capture does not say how many tasks its rings hold: waits for a ring slot count as waiting for a"
                                .formatted(side)
                        + " submit.";
    }

    private static void addUnlike(ComparedRun before, ComparedRun after, List<Limit> limits) {
        String one = before.conditions().map(Conditions::profile).orElse("");
        String other = after.conditions().map(Conditions::profile).orElse("");
        if (before.isVirtual() && after.isVirtual() && !one.equals(other)) {
            limits.add(
                    new Limit("both", "profile", "The runs model different chips (%s and %s).".formatted(one, other)));
        }
        String platform = before.certificate().map(Limit::platform).orElse("");
        String otherPlatform = after.certificate().map(Limit::platform).orElse("");
        if (!platform.isEmpty() && !otherPlatform.isEmpty() && !platform.equals(otherPlatform)) {
            limits.add(new Limit(
                    "both",
                    "platform",
                    "The runs are of different platforms (%s and %s).".formatted(platform, otherPlatform)));
        }
    }

    private static String platform(Certificate certificate) {
        return certificate.origin().platform();
    }
}
