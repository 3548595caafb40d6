package io.tidemark.runtime.orchestrator;

import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.task.TaskSlot;

/**
 * What a probe may look at while the orchestrator calls it: the open scopes, the slots of tasks and
 * how full the rings are. It shows and changes nothing. Orchestrator thread only. Starts are the reclaim side, ends the
 * allocation side; all of them only increase.
 */
public final class OrchestratorView {
    private final OrchestratorSite site;
    private final SubmitResources resources;
    private final ScopeStack scopes;

    OrchestratorView(OrchestratorSite site, SubmitResources resources, ScopeStack scopes) {
        this.site = site;
        this.resources = resources;
        this.scopes = scopes;
    }

    /** Scopes around the innermost one; the root scope has 0. */
    public int depth() {
        return scopes.depth();
    }

    /** Ring of the innermost scope. */
    public int ring() {
        return scopes.ring();
    }

    public TaskSlot slot(long taskId) {
        return site.table().slot(taskId);
    }

    /** True once an error is latched, here or in a scheduler. */
    public boolean hasFailed() {
        return site.latches().hasFailed();
    }

    /** The oldest task of a ring that lookups take for alive. */
    public int oldestForLookup(int ring) {
        return site.map().oldestAlive(ring);
    }

    /** Brings the starts of a ring up to date. */
    public void look(int ring) {
        resources.see(ring);
    }

    public long taskStart(int ring) {
        return Integer.toUnsignedLong(site.table().ring(ring).lastTaskAliveAcquire());
    }

    public long taskEnd(int ring) {
        return Integer.toUnsignedLong(site.table().ring(ring).nextLocal());
    }

    public long heapStartBytes(int ring) {
        return resources.heap(ring).reclaimedBytes();
    }

    public long heapEndBytes(int ring) {
        return resources.heap(ring).allocatedBytes();
    }

    /** Bytes in use, computed from the ring's own offsets; a check of the counters. */
    public long heapModularBytes(int ring) {
        long span = resources.heap(ring).top() - resources.heap(ring).tail();
        return span >= 0 ? span : span + resources.heap(ring).capacityBytes();
    }

    public long nodesStart(int ring) {
        return site.table().fanout(ring).reclaimed();
    }

    public long nodesEnd(int ring) {
        return site.table().fanout(ring).allocated();
    }

    /** Entries of the tensor map in use, those of retired tasks that are not freed yet included. */
    public int tensorMapEntries() {
        return site.map().used();
    }

    public int taskWindow(int ring) {
        return site.table().ring(ring).window().size();
    }

    public long heapCapacityBytes(int ring) {
        return resources.heap(ring).capacityBytes();
    }

    public int nodeCapacity(int ring) {
        return site.table().fanout(ring).capacity();
    }

    public int tensorMapCapacity() {
        return site.map().capacity();
    }
}
