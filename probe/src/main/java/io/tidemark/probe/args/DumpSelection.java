package io.tidemark.probe.args;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;

/**
 * Which arguments a level dumps. Immutable. It follows from the level and the task's marks alone,
 * never from the order of submits.
 *
 * @param level 1 what is marked, 2 everything, 3 everything but only the bytes of what is marked
 */
record DumpSelection(int level) {
    static final int MARKED = 1;
    static final int EVERYTHING = 2;
    static final int BYTES_OF_MARKED = 3;

    DumpSelection {
        if (level < MARKED || level > BYTES_OF_MARKED) {
            throw new IllegalArgumentException("level=" + level + " is not 1 to 3");
        }
    }

    boolean records(long dumpMask, int argument) {
        return level != MARKED || isMarked(dumpMask, argument);
    }

    boolean keepsBytes(long dumpMask, int argument) {
        return level == EVERYTHING || isMarked(dumpMask, argument);
    }

    private static boolean isMarked(long dumpMask, int argument) {
        return (dumpMask >>> argument & 1) != 0;
    }

    static ArgumentRole roleOf(int tagCode) {
        return switch (tagCode) {
            case 1, 3 -> ArgumentRole.OUTPUT;
            case 2 -> ArgumentRole.INOUT;
            default -> ArgumentRole.INPUT; // a tensor that is only passed along was given too
        };
    }

    static boolean isDumpedAt(ArgumentRole role, ArgumentStage stage) {
        return switch (role) {
            case INPUT -> stage == ArgumentStage.BEFORE_DISPATCH;
            case OUTPUT -> stage == ArgumentStage.AFTER_COMPLETION;
            case INOUT -> true;
            case UNKNOWN -> false; // only of readers
        };
    }
}
