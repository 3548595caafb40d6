package io.tidemark.chip;

import io.tidemark.abi.dispatch.DispatchToken;

/**
 * What the owner of a core concludes from one look at its status word. Each core has a running slot
 * and a pending slot; tasks of one core run in order, so news of the pending one implies that the
 * running one is done. A pure function.
 */
public enum SlotTransition {
    // spotless:off
    /** The status word is not about either slot. */
    NONE                 (false, false, false, false),
    /** Case 1. Both are done; the core is idle. */
    BOTH_DONE            (true,  true,  false, true),
    /** Case 2. Running is done; pending runs now and its slot is free. */
    PENDING_STARTED      (true,  false, true,  true),
    /** Case 3.1. Running is done, but the pending task will say so too: wait for that. */
    PENDING_WILL_TELL    (false, false, false, false),
    /** Case 3.2. Running is done; the core is idle. */
    RUNNING_DONE         (true,  false, false, true),
    /** Case 3.3. Running is done; the gated task moves up, but says nothing before its doorbell. */
    GATED_MOVED_UP       (true,  false, true,  false),
    /** Case 4. Running was received; the pending slot may be filled. */
    RUNNING_ACKNOWLEDGED (false, false, false, true);
    // spotless:on

    private final boolean completesRunning;
    private final boolean completesPending;
    private final boolean promotesPending;
    private final boolean opensPending;

    SlotTransition(boolean completesRunning, boolean completesPending, boolean promotesPending, boolean opensPending) {
        this.completesRunning = completesRunning;
        this.completesPending = completesPending;
        this.promotesPending = promotesPending;
        this.opensPending = opensPending;
    }

    /**
     * @param statusWord what the status register holds
     * @param runningToken token in the running slot, or {@link DispatchToken#NONE}
     * @param pendingToken token in the pending slot, or {@link DispatchToken#NONE}
     * @param pendingGated whether the pending task waits for its doorbell
     */
    public static SlotTransition of(int statusWord, int runningToken, int pendingToken, boolean pendingGated) {
        int token = DispatchToken.tokenOf(statusWord);
        boolean finished = DispatchToken.isFinished(statusWord);
        if (token == pendingToken) {
            return finished ? BOTH_DONE : PENDING_STARTED;
        }
        if (token != runningToken) {
            return NONE;
        }
        if (!finished) {
            return pendingToken == DispatchToken.NONE ? RUNNING_ACKNOWLEDGED : NONE;
        }
        if (pendingToken == DispatchToken.NONE) {
            return RUNNING_DONE;
        }
        return pendingGated ? GATED_MOVED_UP : PENDING_WILL_TELL;
    }

    public boolean completesRunning() {
        return completesRunning;
    }

    public boolean completesPending() {
        return completesPending;
    }

    public boolean promotesPending() {
        return promotesPending;
    }

    /** Whether the core may be sent another task. */
    public boolean opensPending() {
        return opensPending;
    }
}
