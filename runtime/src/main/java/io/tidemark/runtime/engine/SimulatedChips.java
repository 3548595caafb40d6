package io.tidemark.runtime.engine;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.EventStepper;
import io.tidemark.chip.simulated.HostTurn;
import io.tidemark.chip.simulated.ModelClock;
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
                () -> driver(config),
                config.modelled().isPresent());
    }

    /** A driver with real threads and the real clock, or one in modelled time. */
    static ChipDriver driver(RuntimeConfig config) {
        if (config.modelled().isPresent()) {
            ModelClock clock = new ModelClock(config.platform().clockHz());
            return new SimulatedDriver(clock, stepper(config, clock, null));
        }
        return new SimulatedDriver(
                new RealClock(config.platform().clockHz()),
                new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos()));
    }

    /**
     * What steps a run in modelled time.
     *
     * @param host collects records; null when no host does
     */
    static EventStepper stepper(RuntimeConfig config, ModelClock clock, HostTurn host) {
        return new EventStepper(
                clock,
                config.modelled().orElseThrow().profile(),
                host,
                config.exitJoinTimeout().toNanos(),
                config.modelled().orElseThrow().userLimit().toNanos());
    }
}
