package io.tidemark.runtime.team;

import io.tidemark.abi.ErrorCode;
import io.tidemark.runtime.stall.Stall;

/**
 * Why a run ends early. Immutable.
 *
 * @param cause what user code threw, or null
 * @param stall where the run stood, when the watchdog ended it; else null
 */
public record RunFailure(int code, String sentence, Throwable cause, Stall stall) {
    public static RunFailure of(ErrorCode code, String detail) {
        return new RunFailure(code.number(), detail, null, null);
    }

    public static RunFailure of(ErrorCode code, String detail, Throwable cause) {
        return new RunFailure(code.number(), detail, cause, null);
    }
}
