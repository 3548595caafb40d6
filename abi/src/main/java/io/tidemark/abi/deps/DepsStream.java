package io.tidemark.abi.deps;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.RecordLayout;

/** The one stream of the deps channel: a submit is a chain of slots. */
public enum DepsStream implements DeclaredStream {
    SUBMIT_SLOT(0, "submit_slot", SubmitSlot.LAYOUT);

    private final Declaration declaration;

    DepsStream(int code, String label, RecordLayout record) {
        declaration = new Declaration(code, label, record);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }
}
