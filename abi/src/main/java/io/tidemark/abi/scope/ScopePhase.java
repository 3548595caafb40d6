package io.tidemark.abi.scope;

/** Which end of a scope a sample was taken at. Codes stand in records and are never reused. */
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
