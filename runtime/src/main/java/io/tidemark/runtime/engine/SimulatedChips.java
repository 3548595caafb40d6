package io.tidemark.runtime.engine;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.chip.simulated.SimulatedDriver;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;

/**
 * The simulated chips that a {@link RuntimeConfig} describes. With {@link RunSetup} the only place
 * of the runtime that knows how a chip is made.
 */
final class SimulatedChips {
    private SimulatedChips() {}

    static Chip chip(RuntimeConfig config) {
        return new SimulatedChip(
                config.platform().label(),
                config.shape(),
                RingSizes.defaults().totalHeapBytes() + config.memoryBytes(),
                () -> driver(config));
    }

    /** Real threads and the real clock. */
    static ChipDriver driver(RuntimeConfig config) {
        return new SimulatedDriver(
                new RealClock(config.platform().clockHz()),
                new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos()));
    }
}
