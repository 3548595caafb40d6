package io.tidemark.recording.run;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.StallDetail;
import io.tidemark.capture.certificate.Certificate.Ending;
import io.tidemark.capture.certificate.EndingKind;
import io.tidemark.memory.region.DeviceStatus;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;

/**
 * What a run says of itself, counted without its probes. Immutable.
 *
 * @param ending how the device half ended; the result is not judged yet
 * @param subtasks kernel runs on cores, -1 if it is not known
 * @param dispatched those of them that a scheduler sent to its core, -1 if it is not known
 * @param submits submits and allocations, -1 if it is not known
 * @param retired tasks completed without a core, -1 if it is not known
 * @param arguments tensors and scalars of tasks that run, whatever a predicate says, -1 if it is
 *     not known
 * @param endTick when the run ended, 0 if it is not known
 */
public record RunFacts(
        Ending ending, long subtasks, long dispatched, long submits, long retired, long arguments, long endTick) {
    /** The name under which a region keeps them. */
    public static final String NAME = "ended";

    private static final String NO_WORD = "-";
    private static final int DISPATCHED = 8; // not there up to 0.5.0
    private static final int ARGUMENTS = 9; // nor this
    private static final int MOST_WORDS = 10;

    /** A run that died without telling. */
    public static final RunFacts UNKNOWN =
            new RunFacts(new Ending(EndingKind.KILLED, 0, "", ""), -1, -1, -1, -1, -1, 0);

    /** Only a run that ended well says how much there must be. */
    static RunFacts of(RunResult result, long endTick) {
        return result.isOk()
                ? new RunFacts(
                        Ending.OK,
                        result.subtasks(),
                        result.dispatched(),
                        result.submitted(),
                        retired(result),
                        result.arguments(),
                        endTick)
                : new RunFacts(endingOf(result), -1, -1, -1, -1, -1, endTick);
    }

    /** Cores that take their tasks themselves do not report the tasks that they do not run. */
    private static long retired(RunResult result) {
        boolean areTakenByCores = result.dispatched() == 0 && result.subtasks() > 0;
        return areTakenByCores ? 0 : result.dummies() + result.skipped();
    }

    /** A run that was killed after it had failed and before it could tell more. */
    static RunFacts of(DeviceStatus.Failure failure) {
        boolean hung = failure.detail() != StallDetail.NONE;
        return new RunFacts(
                new Ending(
                        hung ? EndingKind.HANG : EndingKind.ERROR,
                        failure.errorCode(),
                        ErrorCode.nameOf(failure.errorCode()),
                        hung ? failure.detail().label() : ""),
                -1,
                -1,
                -1,
                -1,
                -1,
                0);
    }

    /** How a failed run ended. */
    public static Ending endingOf(RunResult result) {
        boolean hung = result.stall() != null;
        return new Ending(
                kindOf(result),
                result.errorCode(),
                result.errorName(),
                hung ? result.stall().detail().label() : "");
    }

    private static EndingKind kindOf(RunResult result) {
        if (result.errorCode() == ErrorCode.RUN_INTERRUPTED.number()) {
            return EndingKind.INTERRUPTED;
        }
        if (result.errorCode() == ErrorCode.DEVICE_LOST.number()) {
            return EndingKind.KILLED;
        }
        return result.stall() == null ? EndingKind.ERROR : EndingKind.HANG;
    }

    /**
     * Whether cores took their tasks themselves, and stamped when. Of a run that did not tell, all
     * that is known is whether they could.
     */
    public boolean areTakenByCores(RuntimeKind runtime) {
        return runtime == RuntimeKind.HBG && dispatched <= 0;
    }

    public boolean isOk() {
        return ending.kind() == EndingKind.OK;
    }

    /** One line for the region, in case the process dies before it writes the certificate. */
    public String text() {
        return String.join(
                " ",
                ending.kind().word(),
                Integer.toString(ending.errorCode()),
                word(ending.errorName()),
                word(ending.hangClass()),
                Long.toString(subtasks),
                Long.toString(submits),
                Long.toString(retired),
                Long.toString(endTick),
                Long.toString(dispatched),
                Long.toString(arguments));
    }

    /** Reads {@link #text}; what makes no sense, or is not there, is a run that did not tell. */
    static RunFacts parse(String text) {
        String[] words = text == null ? new String[0] : text.split(" ");
        if (words.length < DISPATCHED || words.length > MOST_WORDS || EndingKind.ofWord(words[0]) == EndingKind.OTHER) {
            return UNKNOWN;
        }
        try {
            return new RunFacts(
                    new Ending(
                            EndingKind.ofWord(words[0]),
                            Integer.parseInt(words[1]),
                            unword(words[2]),
                            unword(words[3])),
                    Long.parseLong(words[4]),
                    added(words, DISPATCHED),
                    Long.parseLong(words[5]),
                    Long.parseLong(words[6]),
                    added(words, ARGUMENTS),
                    Long.parseLong(words[7]));
        } catch (NumberFormatException damaged) {
            return UNKNOWN;
        }
    }

    /** A number that a later version added; -1 where an earlier one wrote the line. */
    private static long added(String[] words, int index) {
        return index < words.length ? Long.parseLong(words[index]) : -1;
    }

    private static String word(String text) {
        return text.isEmpty() ? NO_WORD : text.replace(' ', '_');
    }

    private static String unword(String word) {
        return word.equals(NO_WORD) ? "" : word;
    }
}
