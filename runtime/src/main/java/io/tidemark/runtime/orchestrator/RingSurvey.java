package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.TaskId;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.stall.RingUse;
import io.tidemark.runtime.task.TaskRing;
import java.util.ArrayList;
import java.util.List;

/**
 * How full the rings are and how many scopes are open: as they were when the orchestration failed,
 * once its thread has kept that, else as they are now. Any thread may ask.
 */
final class RingSurvey {
    private final OrchestratorSite site;
    private final SubmitResources resources;
    private final ScopeStack scopes;
    private int keptScopes;
    private volatile List<RingUse> keptRings; // null until kept; publishes keptScopes too

    RingSurvey(OrchestratorSite site, SubmitResources resources, ScopeStack scopes) {
        this.site = site;
        this.resources = resources;
        this.scopes = scopes;
    }

    /** Before the scopes of an orchestration that failed are closed. */
    void keep() {
        keptScopes = scopesNow();
        keptRings = ringsNow();
    }

    List<RingUse> rings() {
        List<RingUse> kept = keptRings;
        return kept == null ? ringsNow() : kept;
    }

    /** Scopes inside the root scope. */
    int openScopes() {
        return keptRings == null ? scopesNow() : keptScopes;
    }

    private int scopesNow() {
        return Math.max(0, scopes.depth());
    }

    private List<RingUse> ringsNow() {
        List<RingUse> rings = new ArrayList<>();
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            TaskRing tasks = site.table().ring(ring);
            int oldest = tasks.lastTaskAliveAcquire();
            long live = tasks.submittedAcquire() - Integer.toUnsignedLong(oldest);
            rings.add(new RingUse(
                    ring,
                    tasks.window().mostAlive(),
                    live,
                    live > 0 && tasks.isHeld(oldest),
                    resources.heap(ring).usedBytes(),
                    site.table().sizes().heapBytes(ring)));
        }
        return rings;
    }
}
