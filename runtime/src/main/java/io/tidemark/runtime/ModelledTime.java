package io.tidemark.runtime;

import io.tidemark.chip.ChipProfile;
import java.util.Objects;

/**
 * A run in virtual time: the chip that it models, and whether kernels compute. Immutable.
 *
 * @param computes false to skip the bodies of kernels: results are then worth nothing
 */
public record ModelledTime(ChipProfile profile, boolean computes) {
    public ModelledTime {
        Objects.requireNonNull(profile, "profile");
    }
}
