package io.tidemark.capture.ending;

import io.tidemark.capture.certificate.EndingKind;
import java.util.List;

/**
 * How the run of a capture ended. Not to be taken for the verdict: the records of a run that hung
 * may all be there. Immutable.
 *
 * @param errorCode 0 when there was none, or when it is not known
 * @param errorName empty when there was none, or when it is not known
 * @param hangClass empty when it did not hang
 * @param sentence why it did not end well: the doctor's where it was asked, else the run's own;
 *     empty when nothing is wrong
 * @param openRuns kernels that were on their cores at the end, as far as it is known since when
 */
public record RunEnding(
        EndingKind kind, int errorCode, String errorName, String hangClass, String sentence, List<OpenRun> openRuns) {
    public static final RunEnding OK = new RunEnding(EndingKind.OK, 0, "", "", "", List.of());

    /** Nothing in the capture says how its run ended. */
    public static final RunEnding UNKNOWN = new RunEnding(EndingKind.UNKNOWN, 0, "", "", "", List.of());

    public RunEnding {
        openRuns = List.copyOf(openRuns);
    }

    /** True when it is known that the run did not end well. */
    public boolean isBad() {
        return kind.isBad();
    }

    /** The kind as a report shows it. */
    public String word() {
        return kind.shown();
    }

    /** The line that a report on a run which did not end well begins with. */
    public String line() {
        String error = errorName.isEmpty() ? "" : " with " + errorName + " (" + errorCode + ")";
        String stall = hangClass.isEmpty() ? "" : ", " + hangClass;
        return "run " + word() + error + stall + (sentence.isEmpty() ? "" : ": " + sentence);
    }
}
