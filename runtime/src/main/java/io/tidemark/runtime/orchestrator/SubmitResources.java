package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.ring.HeapRing;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.stall.OrchestratorWait;

/**
 * What a submit takes: task slot, heap, map entries. What there is none of is waited for or ends
 * the run at once; that is the runtime's choice. Orchestrator thread only.
 */
public interface SubmitResources {
    /** Whether the innermost scope may hold one more task; false when the run has failed. */
    boolean admits(ScopeStack scopes);

    /**
     * Takes a slot and {@code sizeBytes} bytes. Returns the address of the bytes, or {@link HeapRing#FULL} when the run
     * has failed.
     */
    long allocate(int ring, long sizeBytes);

    /**
     * Whether the innermost scope and its ring have room for this many tasks and bytes now, so that {@link #take} need
     * not wait for any of them.
     *
     * @param heapBytes of all of them together, each rounded as the heap rounds it
     */
    default boolean haveRoom(ScopeStack scopes, int tasks, long heapBytes) {
        return false;
    }

    /**
     * Takes bytes for a task from the room that {@link #haveRoom} found, and returns their address. Called in the order
     * of the tasks.
     */
    default long take(int ring, int local, long sizeBytes) {
        throw new UnsupportedOperationException("tasks are submitted one by one");
    }

    /** As {@link #take} for tasks one behind the other that need no bytes. */
    default void takeNothing(int ring, int firstLocal, int count) {
        throw new UnsupportedOperationException("tasks are submitted one by one");
    }

    /** Makes sure of map entries; false when the run has failed. */
    boolean awaitMapEntries(int entries);

    /** Reports the retired tasks to the map; only between the lookups of two submits. */
    void syncMap();

    /** As {@link #syncMap}, after looking what has gone meanwhile. */
    void catchUp();

    /** Learns which tasks of a ring are gone. */
    void see(int ring);

    HeapRing heap(int ring);

    /** What the orchestrator waits for, or waited for when it gave up. Any thread. */
    OrchestratorWait orchestratorWait();
}
