package io.tidemark.cuda;

import io.tidemark.abi.Platform;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import java.util.List;

/** Opens chips of device code; nothing of a device is loaded before. */
final class CudaChips {
    private CudaChips() {}

    /**
     * A chip as the config describes it, with the device code of these kernels. The caller closes
     * it after the worker.
     *
     * @param title of the case, for messages
     */
    static CudaChip open(RuntimeConfig config, String title, List<Kernel> kernels)
            throws PlatformRefusedException {
        DeviceSources sources = DeviceSources.of(title, kernels);
        Accelerator accelerator =
                config.platform() == Platform.CUDA
                        ? CudaAccelerator.open(sources, CodeCache.ofUser())
                        : emulation(sources);
        int blocks = config.shape().coreCount() + 1;
        if (blocks > accelerator.mostBlocks()) {
            int most = (accelerator.mostBlocks() - 1) / config.shape().coresPerCluster();
            accelerator.close();
            throw new PlatformRefusedException(
                    "%s has room for %d clusters, not for %d"
                            .formatted(accelerator.name(), most, config.clusters()));
        }
        return new CudaChip(
                accelerator,
                config.shape(),
                RingSizes.defaults().totalHeapBytes() + config.memoryBytes(),
                config.exitJoinTimeout().toNanos());
    }

    private static Accelerator emulation(DeviceSources sources) throws PlatformRefusedException {
        HostCompiler compiler =
                HostCompiler.find()
                        .orElseThrow(
                                () ->
                                        new PlatformRefusedException(
                                                "cuda-emu needs a C++ compiler (g++ or clang++), and"
                                                        + " there is none on the path"));
        return EmulatedAccelerator.open(compiler.library(sources, CodeCache.ofUser()));
    }
}
