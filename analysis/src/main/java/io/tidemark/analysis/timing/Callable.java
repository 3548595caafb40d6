package io.tidemark.analysis.timing;

import java.util.List;

/**
 * All runs of one callable, by invocation number.
 *
 * @param label decode for the biggest that ran more than once, prefill for one that ran once, else
 *     the first digits of its hash
 */
public record Callable(String hash, String label, List<Invocation> invocations) {
    public Callable {
        invocations = List.copyOf(invocations);
    }
}
