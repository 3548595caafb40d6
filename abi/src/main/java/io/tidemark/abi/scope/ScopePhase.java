package io.tidemark.abi.scope;

/** Which end of a scope a sample was taken at. Records store the codes; they are never reused. */
public enum ScopePhase {
    BEGIN(0),
    END(1);

    private final int code;

    ScopePhase(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
