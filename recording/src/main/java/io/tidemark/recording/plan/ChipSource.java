package io.tidemark.recording.plan;

import io.tidemark.abi.Platform;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;

/**
 * The chip that a plan's runs go to. The host asks for shape and clock; the code that runs the
 * device, in this process or another, opens the chip. Any thread.
 */
public interface ChipSource {
    /** The name of the platform in captures. */
    String label();

    /** Whose constants hold for the region: code, counters of an event group. */
    Platform platform();

    ChipShape shape();

    /** Cores that are threads of the host, and need its CPUs. */
    default int coresOnHost() {
        return shape().coreCount();
    }

    /** Whether the cores are simulated; their schedulers share stamps. */
    boolean isSimulated();

    /** Whether the host sees the bytes that the device writes; else it works on copies. */
    boolean sharesMemory();

    /** What control threads read; the host reads it too, also when the device is elsewhere. */
    DeviceClock clock();

    /** Where the chip's memory begins, by its own addresses. */
    long baseAddress();

    /** A chip of this kind; the caller closes it. */
    Chip open();

    /**
     * What drives one recorded run.
     *
     * @param chip that {@link #open} gave
     * @param clock of the recording: {@link #clock}, or what a hook made of it
     */
    ChipDriver driver(Chip chip, DeviceClock clock);
}
