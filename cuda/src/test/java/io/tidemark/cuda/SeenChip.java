package io.tidemark.cuda;

import io.tidemark.abi.Platform;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.recording.plan.ChipSource;

/** A source that still knows the chip that it opened last. */
final class SeenChip implements ChipSource {
    private final CudaSource source;
    private CudaChip chip;

    SeenChip(CudaSource source) {
        this.source = source;
    }

    /** Null before it was opened. */
    CudaChip chip() {
        return chip;
    }

    @Override
    public Chip open() {
        chip = (CudaChip) source.open();
        return chip;
    }

    @Override
    public String label() {
        return source.label();
    }

    @Override
    public Platform platform() {
        return source.platform();
    }

    @Override
    public ChipShape shape() {
        return source.shape();
    }

    @Override
    public int coresOnHost() {
        return source.coresOnHost();
    }

    @Override
    public boolean isSimulated() {
        return source.isSimulated();
    }

    @Override
    public boolean sharesMemory() {
        return source.sharesMemory();
    }

    @Override
    public DeviceClock clock() {
        return source.clock();
    }

    @Override
    public long baseAddress() {
        return source.baseAddress();
    }

    @Override
    public ChipDriver driver(Chip opened, DeviceClock clock) {
        return source.driver(opened, clock);
    }
}
