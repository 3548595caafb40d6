package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.tensormap.SubmitArguments;

/**
 * Where the orchestrator tells what it did. Called on its thread; it must not throw, and waits only
 * where the channel is full and told to. An orchestrator without one reads no clock.
 */
public interface OrchestratorProbe {
    /** A submit or alloc begins. */
    void submitBegin();

    /**
     * What a submit says about its dependencies, before anything is looked up. Outputs have no
     * tensor yet.
     */
    void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope);

    /** A submit or alloc has ended. */
    void submitEnd(long taskId);

    /** A scope was opened; the root scope has depth 0. */
    void scopeBegin(int depth, boolean manual);

    /** A scope is about to be closed. */
    void scopeEnd(int depth);

    /** The orchestration has ended; nothing more comes. May wait for the host, within its limit. */
    void flush();
}
