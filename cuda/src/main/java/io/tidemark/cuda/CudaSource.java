package io.tidemark.cuda;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.simulated.RealClock;
import io.tidemark.cuda.code.CodeCache;
import io.tidemark.cuda.code.DeviceSources;
import io.tidemark.cuda.code.GpuCompiler;
import io.tidemark.cuda.code.HostCompiler;
import io.tidemark.cuda.code.PlatformRefusedException;
import io.tidemark.recording.plan.ChipSource;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeKind;
import java.util.List;

/**
 * Chips of device code for recorded runs. The device is opened by {@link #prepare}, which says why
 * it cannot be, or by the first {@link #open}. For the thread that records.
 */
public final class CudaSource implements ChipSource {
    private final RuntimeConfig config;
    private final String title;
    private final List<Kernel> kernels;
    private final DfxFlags byCores;
    private int emulatedLanes = 1; // of a block
    private CudaChip prepared; // null before it is opened and after it was handed out
    private long baseAddress;

    /**
     * @param config its platform is {@code CUDA} or {@code CUDA_EMU}
     * @param title of the case, for messages
     * @param kernels of the case, all with device code
     * @param records what runs may record: code that can do more is not as fast
     */
    public CudaSource(RuntimeConfig config, String title, List<Kernel> kernels, DfxFlags records) {
        this.config = config;
        this.title = title;
        this.kernels = List.copyOf(kernels);
        this.byCores = config.runtime() == RuntimeKind.HBG ? records : ofDispatched(records);
    }

    /** What cores record by code of their own of runs that the host dispatches. */
    private static DfxFlags ofDispatched(DfxFlags records) {
        return records.has(DfxFeature.DUMP_ARGS_ENABLE) ? DfxFlags.of(DfxFeature.DUMP_ARGS_ENABLE) : DfxFlags.NONE;
    }

    /**
     * Makes the emulation run each block with this many lanes instead of one; a GPU has {@value
     * GpuCompiler#BLOCK_THREADS}. It is slow, and finds mistakes between lanes.
     *
     * @param lanes 1, or 64 and each double of it up to what a GPU has
     */
    public CudaSource emulatedLanes(int lanes) {
        boolean hasWarps = lanes > GpuCompiler.WARP_THREADS && lanes <= GpuCompiler.BLOCK_THREADS;
        if (lanes != 1 && !(hasWarps && Integer.bitCount(lanes) == 1)) {
            throw new IllegalArgumentException("lanes=" + lanes + " is not 1, 64, 128 or 256");
        }
        emulatedLanes = lanes;
        return this;
    }

    /** Opens the device for the next {@link #open}. */
    public void prepare() throws PlatformRefusedException {
        if (prepared == null) {
            prepared = chip(DeviceSources.of(title, kernels, byCores));
            baseAddress = prepared.memory().baseAddress();
        }
    }

    @Override
    public String label() {
        return config.platform().label();
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
    public int coresOnHost() {
        return config.platform() == Platform.CUDA ? 0 : shape().coreCount();
    }

    @Override
    public boolean isSimulated() {
        return false;
    }

    /** What is recorded comes to the region by way of the host. */
    @Override
    public boolean sharesMemory() {
        return true;
    }

    @Override
    public DeviceClock clock() {
        return new RealClock(config.platform().clockHz());
    }

    /** Of the chip that was opened last; 0 before. */
    @Override
    public long baseAddress() {
        return baseAddress;
    }

    @Override
    public Chip open() {
        try {
            prepare();
        } catch (PlatformRefusedException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        }
        CudaChip chip = prepared;
        prepared = null;
        return chip;
    }

    @Override
    public ChipDriver driver(Chip chip, DeviceClock clock) {
        return ((CudaChip) chip).driver(clock);
    }

    private CudaChip chip(DeviceSources sources) throws PlatformRefusedException {
        int beside = SharedWords.blocksBeside(byCores.has(DfxFeature.DUMP_ARGS_ENABLE));
        int blocks = config.shape().coreCount() + beside;
        Accelerator accelerator = config.platform() == Platform.CUDA
                ? CudaAccelerator.open(sources, CodeCache.ofUser(), blocks)
                : emulation(sources, emulatedLanes);
        if (blocks > accelerator.mostBlocks()) {
            int most = (accelerator.mostBlocks() - beside) / config.shape().coresPerCluster();
            accelerator.close();
            throw new PlatformRefusedException(
                    "%s has room for %d clusters, not for %d".formatted(accelerator.name(), most, config.clusters()));
        }
        return new CudaChip(
                accelerator,
                config.shape(),
                RingSizes.defaults().totalHeapBytes() + config.memoryBytes(),
                config.exitJoinTimeout().toNanos(),
                config.runtime() == RuntimeKind.HBG,
                byCores);
    }

    private static Accelerator emulation(DeviceSources sources, int lanes) throws PlatformRefusedException {
        HostCompiler compiler = HostCompiler.find()
                .orElseThrow(() -> new PlatformRefusedException(
                        "cuda-emu needs a C++ compiler (g++ or clang++)," + " and there is none on the path"));
        return EmulatedAccelerator.open(compiler.library(sources, lanes, CodeCache.ofUser()));
    }
}
