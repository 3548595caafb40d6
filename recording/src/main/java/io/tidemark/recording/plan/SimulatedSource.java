package io.tidemark.recording.plan;

import io.tidemark.abi.Platform;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.CarrierPool;
import io.tidemark.chip.simulated.ModelClock;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.chip.simulated.SimulatedChip;
import io.tidemark.chip.simulated.SimulatedDriver;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import java.util.function.Function;

/**
 * Simulated chips as a {@link RuntimeConfig} describes them, on carrier threads and the real clock
 * unless the caller brings another driver. Immutable.
 *
 * @param config which chip
 * @param drivers makes the driver of one run, by the clock of its recording
 */
public record SimulatedSource(RuntimeConfig config, Function<DeviceClock, ChipDriver> drivers) implements ChipSource {
    public SimulatedSource(RuntimeConfig config) {
        this(config, clock -> new SimulatedDriver(clock, carriers(config)));
    }

    private static CarrierPool carriers(RuntimeConfig config) {
        return new CarrierPool(config.carriers(), config.exitJoinTimeout().toNanos());
    }

    @Override
    public String label() {
        return config.platform().simulatorLabel();
    }

    @Override
    public Platform platform() {
        return config.platform();
    }

    @Override
    public ChipShape shape() {
        return config.shape();
    }

    @Override
    public boolean isSimulated() {
        return true;
    }

    @Override
    public boolean sharesMemory() {
        return config.platform() != Platform.A5; // its host does not see the chip's memory
    }

    @Override
    public DeviceClock clock() {
        long hertz = config.platform().clockHz();
        return config.modelled().isPresent() ? new ModelClock(hertz) : new RealClock(hertz);
    }

    @Override
    public long baseAddress() {
        return SimulatedChip.MEMORY_ADDRESS;
    }

    @Override
    public Chip open() {
        return ChipWorker.chip(config);
    }

    @Override
    public ChipDriver driver(Chip chip, DeviceClock clock) {
        return drivers.apply(clock);
    }
}
