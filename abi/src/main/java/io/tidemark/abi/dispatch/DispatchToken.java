package io.tidemark.abi.dispatch;

/**
 * Tokens of the register protocol: a counter per core, masked to 31 bits, whose lowest bit names
 * the payload buffer. Pure.
 */
public final class DispatchToken {
    public static final int MASK = 0x7FFF_FFFF;

    /** In the status register: no task since the window opened. */
    public static final int CORE_IDLE = 0x7FFF_FFFF;

    /** In the status register: the core has left its loop. */
    public static final int CORE_EXITED = 0x7FFF_FFFE;

    /** In the dispatch register: the window is open, nothing dispatched yet. */
    public static final int AICPU_IDLE = 0x7FFF_FFFD;

    /** In the dispatch register of a device: resolve the graph in device memory. */
    public static final int RUN_GRAPH = 0x7FFF_FFFC;

    /** In the dispatch register: leave the loop. Tokens stay below it. */
    public static final int EXIT_SIGNAL = 0x7FFF_FFF0;

    /** No token at all: an empty slot. */
    public static final int NONE = -1;

    private static final int FINISHED_BIT = 0x8000_0000;

    private DispatchToken() {}

    /**
     * The token after this one. Reserved values are skipped by an even amount, so that parity keeps
     * alternating.
     */
    public static int next(int token) {
        int next = token + 1 & MASK;
        return next < EXIT_SIGNAL ? next : next + (MASK + 1 - EXIT_SIGNAL) & MASK;
    }

    /** Whether the low half of a dispatch word is a token, and not one of the words above. */
    public static boolean isToken(int word) {
        return word >= 0 && word < EXIT_SIGNAL;
    }

    /** Which of a core's two payload buffers a token uses. */
    public static int payloadIndex(int token) {
        return token & 1;
    }

    /** Status word of a task that was received. */
    public static int acknowledged(int token) {
        return token;
    }

    /** Status word of a task that is done. */
    public static int finished(int token) {
        return token | FINISHED_BIT;
    }

    public static boolean isFinished(int statusWord) {
        return statusWord < 0;
    }

    public static int tokenOf(int statusWord) {
        return statusWord & MASK;
    }
}
