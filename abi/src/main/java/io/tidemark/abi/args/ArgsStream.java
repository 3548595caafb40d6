package io.tidemark.abi.args;

import io.tidemark.abi.DeclaredStream;
import io.tidemark.abi.layout.RecordLayout;

/** The one stream of the args channel; its lanes have payload arenas. */
public enum ArgsStream implements DeclaredStream {
    ARGUMENT(0, "args", ArgumentRecord.LAYOUT);

    private final Declaration declaration;

    ArgsStream(int code, String label, RecordLayout record) {
        declaration = new Declaration(code, label, record);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }
}
