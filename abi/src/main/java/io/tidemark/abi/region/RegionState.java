package io.tidemark.abi.region;

import java.util.Optional;

/** How far the run of a region came, as its host half last said. */
public enum RegionState {
    /** Created, no device has run yet. */
    PREPARED(1),
    RUNNING(2),
    /** Everything was collected and exported; the file may go. */
    EXPORTED(3),
    /** The run ended badly and the host half knew it. */
    FAILED(4);

    private final int code;

    RegionState(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<RegionState> ofCode(long code) {
        for (RegionState state : values()) {
            if (state.code == code) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
