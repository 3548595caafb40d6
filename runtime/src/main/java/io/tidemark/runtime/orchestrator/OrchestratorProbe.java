package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.graph.HostPhaseProbe;
import io.tidemark.runtime.tensormap.ProducerList;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.util.List;

/**
 * Where the orchestrator tells what it did. Called on its thread; it must not throw, and waits only
 * where the channel is full and told to. An orchestrator without one reads no clock.
 */
public interface OrchestratorProbe extends HostPhaseProbe {
    /** Before anything else: what the probe may look at while it is called. */
    default void attach(OrchestratorView view) {}

    /** Whether {@link #submitEdges} is to be called; asked once, before anything else. */
    default boolean wantsEdges() {
        return false;
    }

    /** Whether {@link #submitFanin} is to be called; asked once, before anything else. */
    default boolean wantsFanin() {
        return false;
    }

    /** A submit or alloc begins. */
    void submitBegin();

    /**
     * What a submit says about its dependencies, before anything is looked up. Outputs have no
     * tensor yet.
     */
    void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope);

    /** An alloc of this many tensors was given a task. */
    default void allocInputs(long taskId, int tensors) {}

    /**
     * What the look-up of a submit found, as {@link io.tidemark.runtime.tensormap.EdgeTally
     * EdgeTally} counts it.
     */
    default void submitEdges(long taskId, int edges, long digest) {}

    /** Whom a submit comes after, by id; valid during the call. */
    default void submitFanin(long taskId, ProducerList producers) {}

    /** The blocks of a task that is being submitted start together. */
    default void cohort(long taskId) {}

    /**
     * The orchestration touches an element, and waits until these tasks are done with it.
     *
     * @param isAgain it has read the element since its last submit, and that took modelled time
     * @param producers the first {@code count} entries are producers; valid during the call
     */
    default void elementTouched(boolean toWrite, boolean isAgain, long[] producers, int count) {}

    /** The orchestration asks whether the run has failed; in a loop that is a wait. */
    default void failureAsked() {}

    /** The orchestration is busy with something else for so long. */
    default void timeSpent(long nanos) {}

    /** The orchestration asks how many cores the chip has: its graph may depend on it. */
    default void chipAsked() {}

    /** A submit or alloc has ended. */
    void submitEnd(long taskId);

    /** The user's code has called for a scope: its frame lies right below the caller's. */
    default void scopeCalled() {}

    /** As {@link #scopeCalled()}, by a caller that has said from where. */
    default void scopeCalled(ScopeSite from) {}

    /** A scope was opened; the root scope has depth 0. */
    void scopeBegin(int depth, boolean manual);

    /** A scope is about to be closed. */
    void scopeEnd(int depth);

    /**
     * Where the scopes of depths 1 to {@code depth} were opened last; empty when that was not
     * recorded. After the run, by the thread that drove it.
     */
    default List<String> scopeSites(int depth) {
        return List.of();
    }

    /** The orchestration has ended; nothing more comes. May wait for the host, within its limit. */
    void flush();
}
