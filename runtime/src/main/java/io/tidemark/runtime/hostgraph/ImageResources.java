package io.tidemark.runtime.hostgraph;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.TaskId;
import io.tidemark.runtime.orchestrator.OrchestratorSite;
import io.tidemark.runtime.orchestrator.SubmitResources;
import io.tidemark.runtime.ring.HeapRing;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.stall.OrchestratorWait;
import io.tidemark.runtime.task.TaskRing;
import io.tidemark.runtime.team.RunFailure;

/**
 * Room for a graph that is built whole: nothing comes back before the run ends, so there is nothing
 * to wait for, and what does not fit ends the run at once. Orchestrator thread only.
 */
final class ImageResources implements SubmitResources {
    private final OrchestratorSite site;
    private final HeapRing[] heaps = new HeapRing[TaskId.RINGS];

    ImageResources(OrchestratorSite site) {
        this.site = site;
        for (int ring = 0; ring < heaps.length; ring++) {
            heaps[ring] = new HeapRing(
                    site.table().sizes().heapBytes(ring),
                    site.table().ring(ring).window());
        }
    }

    @Override
    public boolean admits(ScopeStack scopes) {
        return true;
    }

    @Override
    public long allocate(int ring, long sizeBytes) {
        TaskRing tasks = site.table().ring(ring);
        int local = tasks.nextLocal();
        if (!tasks.window().admits(local, 0)) {
            fail(
                    ErrorCode.FLOW_CONTROL_DEADLOCK,
                    "the graph has more than %d tasks, and a graph built on the host is kept whole"
                            .formatted(tasks.window().mostAlive()));
            return HeapRing.FULL;
        }
        HeapRing heap = heaps[ring];
        long offset = heap.allocate(local, sizeBytes);
        if (offset == HeapRing.FULL) {
            fail(
                    ErrorCode.HEAP_RING_DEADLOCK,
                    "a task needs %d bytes, but %d of %d bytes are taken, and a graph built on the host keeps them"
                            .formatted(sizeBytes, heap.usedBytes(), heap.capacityBytes()));
            return HeapRing.FULL;
        }
        return site.heapAddress() + site.table().sizes().heapOffset(ring) + offset;
    }

    @Override
    public boolean awaitMapEntries(int entries) {
        if (site.map().free() >= entries) {
            return true;
        }
        fail(
                ErrorCode.TENSORMAP_OVERFLOW,
                "a task writes %d regions, but %d of %d map entries are taken, and a graph built on the host keeps them"
                        .formatted(entries, site.map().used(), site.map().capacity()));
        return false;
    }

    @Override
    public void syncMap() {}

    @Override
    public void catchUp() {}

    @Override
    public void see(int ring) {}

    @Override
    public HeapRing heap(int ring) {
        return heaps[ring];
    }

    @Override
    public OrchestratorWait orchestratorWait() {
        return OrchestratorWait.NONE;
    }

    private void fail(ErrorCode code, String detail) {
        site.latches().failOrchestrator(RunFailure.of(code, detail));
    }
}
