package io.tidemark.abi.deps;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.RecordLayout;

/**
 * The streams of the deps channel: the device writes each submit as a chain of slots, and the host
 * the graph that a replay makes of them. Codes are never reused.
 */
public enum DepsStream implements DeclaredStream {
    SUBMIT_SLOT(0, "submit_slot", SubmitSlot.LAYOUT),
    GRAPH(1, "graph", ReplayedSubmit.LAYOUT);

    private final Declaration declaration;

    DepsStream(int code, String label, RecordLayout record) {
        declaration = new Declaration(code, label, record);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Stamps stamps() {
        return Stamps.NONE;
    }
}
