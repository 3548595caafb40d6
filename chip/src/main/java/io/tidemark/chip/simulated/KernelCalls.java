package io.tidemark.chip.simulated;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Which kernels are called right in the loop: those that were called before and never waited for
 * others. For the thread that has the turn.
 */
final class KernelCalls {
    private final Map<Object, Boolean> waits = new IdentityHashMap<>(); // one ever did
    private Object callable; // the kernel that was last called right in the loop

    /** Whether a kernel is called right in the loop now; the first call of each is not. */
    boolean isCallable(Object kernel) {
        if (kernel == callable) {
            return true;
        }
        Boolean waiting = waits.putIfAbsent(kernel, false);
        if (waiting == null || waiting) {
            return false;
        }
        callable = kernel;
        return true;
    }

    /** It waits for others, now and maybe again. */
    void waits(Object kernel) {
        waits.put(kernel, true);
        callable = null;
    }
}
