package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.ring.ScopeStack;
import io.tidemark.runtime.team.RunFailure;

/**
 * Opens the scopes of an orchestration and hands out what closes them, one handle for each depth
 * and no new one for a scope. Orchestrator thread only.
 */
final class OpenScopes {
    private final OrchestratorSite site;
    private final ScopeStack scopes;
    private final OpenScope[] handles = new OpenScope[ScopeStack.MAX_DEPTH];

    OpenScopes(OrchestratorSite site, ScopeStack scopes) {
        this.site = site;
        this.scopes = scopes;
        for (int depth = 0; depth < handles.length; depth++) {
            handles[depth] = new OpenScope(depth);
        }
    }

    /** A scope, or one that does nothing once the run has failed. */
    Scope open(boolean manual) {
        if (site.latches().hasFailed()) {
            site.pacer().companionCallsAfterFailure();
            return Closed.SCOPE;
        }
        int answer = scopes.open(manual);
        if (answer == ScopeStack.OK) {
            if (site.probe() != null) {
                site.probe().scopeBegin(scopes.depth(), manual);
            }
            return handles[scopes.depth()].open();
        }
        String what = answer == ScopeStack.INVALID
                ? "a scope that infers dependencies was opened inside a manual one"
                : "a scope was opened inside " + scopes.openScopes() + " others";
        fail(answer, what);
        return Closed.SCOPE;
    }

    /** Whatever the orchestration left open, the root scope too. */
    void closeAll() {
        while (scopes.openScopes() > 0) {
            closeInnermost();
        }
    }

    private void closeInnermost() {
        int depth = scopes.depth();
        int ring = scopes.ring();
        if (site.probe() != null) {
            site.probe().scopeEnd(depth);
        }
        scopes.close();
        handles[depth].closed();
        if (site.table().ring(ring).scopeClosed(depth)) {
            site.table().requestAdvance(ring);
            site.pacer().wakeLanes();
        }
        site.pacer().yieldPoint();
    }

    private void fail(int code, String what) {
        site.latches().failOrchestrator(new RunFailure(code, what, null, null));
    }

    /** A scope that never was: after a failure nothing opens. */
    private enum Closed implements Scope {
        SCOPE;

        @Override
        public void close() {}
    }

    /** The handle of whatever scope is open at one depth. */
    private final class OpenScope implements Scope {
        private final int depth;
        private boolean open;

        OpenScope(int depth) {
            this.depth = depth;
        }

        OpenScope open() {
            open = true;
            return this;
        }

        void closed() {
            open = false;
        }

        @Override
        public void close() {
            if (!open || site.latches().hasFailed()) {
                return;
            }
            if (scopes.depth() != depth) {
                fail(
                        ErrorCode.INVALID_ARGS.number(),
                        "the scope at depth "
                                + depth
                                + " was closed while one at depth "
                                + scopes.depth()
                                + " is open");
                return;
            }
            closeInnermost();
        }
    }
}
