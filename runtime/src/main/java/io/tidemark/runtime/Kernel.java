package io.tidemark.runtime;

import io.tidemark.chip.CoreType;
import java.util.Objects;

/**
 * A handle on one kernel: where it runs, its function id and name, and its body. Immutable, shared
 * by any thread.
 */
public final class Kernel {
    /** Function ids are below this. */
    public static final int MAX_FUNCTION_ID = 1024;

    private final CoreType coreType;
    private final int functionId;
    private final String name;
    private final KernelBody body;

    private Kernel(CoreType coreType, int functionId, String name, KernelBody body) {
        if (functionId < 0 || functionId >= MAX_FUNCTION_ID) {
            throw new IllegalArgumentException(
                    "functionId="
                            + functionId
                            + " of kernel "
                            + name
                            + " is not in [0, "
                            + MAX_FUNCTION_ID
                            + ")");
        }
        this.coreType = coreType;
        this.functionId = functionId;
        this.name = Objects.requireNonNull(name, "name");
        this.body = Objects.requireNonNull(body, "body");
    }

    /** A matrix kernel. */
    public static Kernel aic(int functionId, String name, KernelBody body) {
        return new Kernel(CoreType.AIC, functionId, name, body);
    }

    /** A vector kernel. */
    public static Kernel aiv(int functionId, String name, KernelBody body) {
        return new Kernel(CoreType.AIV, functionId, name, body);
    }

    public CoreType coreType() {
        return coreType;
    }

    public int functionId() {
        return functionId;
    }

    public String name() {
        return name;
    }

    public KernelBody body() {
        return body;
    }

    @Override
    public String toString() {
        return coreType + " " + functionId + " " + name;
    }
}
