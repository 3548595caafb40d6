package io.tidemark.runtime;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.ChipShape;
import java.util.StringJoiner;

/** Two or more kernels that run side by side on the cores of one cluster. Immutable. */
public final class MixedKernels {
    private final Kernel[] ofPosition;
    private final int coreMask;

    private MixedKernels(Kernel... ofPosition) {
        this.ofPosition = ofPosition;
        int mask = 0;
        for (int position = 0; position < ofPosition.length; position++) {
            mask |= ofPosition[position] == null ? 0 : 1 << position;
        }
        coreMask = mask;
        if (Integer.bitCount(mask) < 2) {
            throw new IllegalArgumentException(
                    "kernels=" + this + " are fewer than two; submit one as a task of its own");
        }
    }

    /**
     * @param aic for the matrix core, or null
     * @param aiv0 for the first vector core, or null
     * @param aiv1 for the second vector core, or null
     */
    public static MixedKernels of(Kernel aic, Kernel aiv0, Kernel aiv1) {
        require("aic", aic, CoreType.AIC);
        require("aiv0", aiv0, CoreType.AIV);
        require("aiv1", aiv1, CoreType.AIV);
        return new MixedKernels(aic, aiv0, aiv1);
    }

    /**
     * For clusters of any shape.
     *
     * @param kernels for each position of a cluster, null where a core is not used
     */
    public static MixedKernels atPositions(Kernel... kernels) {
        if (kernels.length > ChipShape.MOST_POSITIONS) {
            throw new IllegalArgumentException("kernels=" + kernels.length + " exceed " + ChipShape.MOST_POSITIONS);
        }
        return new MixedKernels(kernels.clone());
    }

    private static void require(String name, Kernel kernel, CoreType type) {
        if (kernel != null && kernel.coreType() != type) {
            throw new IllegalArgumentException(name + "=" + kernel + " is no kernel for " + type);
        }
    }

    /** The kernel of the matrix core; null when unused. */
    public Kernel aic() {
        return at(0);
    }

    public Kernel aiv0() {
        return at(1);
    }

    public Kernel aiv1() {
        return at(2);
    }

    /** The kernel for a position of the cluster, null when it is not used. */
    public Kernel at(int position) {
        return position < ofPosition.length ? ofPosition[position] : null;
    }

    /** Bit p: the core at position p of the cluster is used. */
    public int coreMask() {
        return coreMask;
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (Kernel kernel : ofPosition) {
            text.add(String.valueOf(kernel));
        }
        return text.toString();
    }
}
