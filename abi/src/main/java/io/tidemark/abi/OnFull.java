package io.tidemark.abi;

/** What a producer does when the host does not keep up. The region's directory stores the code. */
public enum OnFull {
    BLOCK(0),
    DROP(1);

    private final int code;

    OnFull(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** An unknown code blocks: that is the answer that loses nothing. */
    public static OnFull ofCode(long code) {
        return code == DROP.code ? DROP : BLOCK;
    }
}
