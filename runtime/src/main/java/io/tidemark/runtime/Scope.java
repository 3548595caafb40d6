package io.tidemark.runtime;

/**
 * An open scope; closing it lets the runtime reclaim the buffers of the tasks submitted in it.
 * Scopes close in the reverse order of opening: {@code try (Scope _ = graph.scope()) { ... }}.
 * Orchestrator thread only.
 */
public interface Scope extends AutoCloseable {
    @Override
    void close();
}
