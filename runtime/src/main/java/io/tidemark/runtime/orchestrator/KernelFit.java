package io.tidemark.runtime.orchestrator;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CodeForm;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;

/** Whether a chip has cores that can run the kernels of a task. For the orchestrator's thread. */
final class KernelFit {
    private final Chip chip;
    private final ChipShape shape;
    private final boolean runsJava;
    private final boolean runsDeviceCode;
    private Kernel lastKernel; // fits
    private MixedKernels lastMixed; // fits

    KernelFit(Chip chip) {
        this.chip = chip;
        this.shape = chip.shape();
        this.runsJava = chip.runs(CodeForm.JAVA);
        this.runsDeviceCode = chip.runs(CodeForm.DEVICE);
    }

    /** What the chip lacks, or null. Without kernels it lacks nothing. */
    String missing(Kernel kernel, MixedKernels mixed) {
        if (kernel != null) {
            if (kernel == lastKernel) {
                return null;
            }
            String missing = missing(kernel);
            if (missing == null) {
                lastKernel = kernel;
            }
            return missing;
        }
        if (mixed == lastMixed || mixed == null) {
            return null;
        }
        for (int left = mixed.coreMask(); left != 0; left &= left - 1) {
            String missing = missing(mixed, Integer.numberOfTrailingZeros(left));
            if (missing != null) {
                return missing;
            }
        }
        lastMixed = mixed;
        return null;
    }

    private String missing(Kernel kernel) {
        if (shape.count(kernel.coreType()) == 0) {
            return "kernel %s is for %s cores, and %s has none"
                    .formatted(kernel.name(), kernel.coreType(), chip.name());
        }
        if (runsJava && kernel.hasCode(CodeForm.JAVA) || runsDeviceCode && kernel.hasCode(CodeForm.DEVICE)) {
            return null;
        }
        return kernel.code().form() == CodeForm.JAVA
                ? "kernel %s is Java, and %s runs device code only".formatted(kernel.name(), chip.name())
                : "kernel %s is device code (%s), and %s runs Java only"
                        .formatted(kernel.name(), kernel.code(), chip.name());
    }

    private String missing(MixedKernels mixed, int position) {
        Kernel kernel = mixed.at(position);
        CoreType type = kernel.coreType();
        boolean isThere =
                position < shape.coresPerCluster() && shape.positions().get(position) == type;
        if (!isThere && shape.count(type) > 0) {
            return "kernel %s is for an %s core at position %d of a cluster, and a cluster of %s is %s"
                    .formatted(kernel.name(), type, position, chip.name(), shape.positions());
        }
        return missing(kernel);
    }
}
