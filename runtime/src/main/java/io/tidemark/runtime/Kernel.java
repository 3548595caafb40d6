package io.tidemark.runtime;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.CodeForm;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A handle on one kernel: the kind of core it runs on, its function id and name, and its code.
 * Immutable, shared by any thread.
 */
public final class Kernel {
    /** Function ids are below this. */
    public static final int MAX_FUNCTION_ID = 1024;

    private final CoreType coreType;
    private final int functionId;
    private final String name;
    private final KernelCode code;
    private final KernelBody body; // null unless the code is Java
    private final KernelCode.DeviceCode deviceCode; // null if there is none
    private final Function<KernelContext, KernelCost> cost;

    private Kernel(
            CoreType coreType,
            int functionId,
            String name,
            KernelCode code,
            KernelCode.DeviceCode deviceCode,
            Function<KernelContext, KernelCost> cost) {
        if (functionId < 0 || functionId >= MAX_FUNCTION_ID) {
            throw new IllegalArgumentException(
                    "functionId=" + functionId + " of kernel " + name + " is not in [0, " + MAX_FUNCTION_ID + ")");
        }
        this.coreType = coreType;
        this.functionId = functionId;
        this.name = Objects.requireNonNull(name, "name");
        this.code = Objects.requireNonNull(code, "code");
        this.cost = cost;
        this.body = code instanceof KernelCode.JavaCode java ? java.body() : null;
        this.deviceCode = deviceCode;
    }

    /** A matrix kernel. */
    public static Kernel aic(int functionId, String name, KernelBody body) {
        return of(CoreType.AIC, functionId, name, new KernelCode.JavaCode(body));
    }

    /** A vector kernel. */
    public static Kernel aiv(int functionId, String name, KernelBody body) {
        return of(CoreType.AIV, functionId, name, new KernelCode.JavaCode(body));
    }

    /** A kernel of any kind and code. */
    public static Kernel of(CoreType coreType, int functionId, String name, KernelCode code) {
        return new Kernel(
                Objects.requireNonNull(coreType, "coreType"),
                functionId,
                name,
                code,
                code instanceof KernelCode.DeviceCode device ? device : null,
                context -> KernelCost.TENSORS);
    }

    /** The same kernel, which a chip of device code runs by this code. */
    public Kernel onDevice(KernelCode.DeviceCode newCode) {
        return new Kernel(coreType, functionId, name, code, Objects.requireNonNull(newCode), cost);
    }

    /** What a chip of device code runs; empty if it has none. */
    public Optional<KernelCode.DeviceCode> deviceCode() {
        return Optional.ofNullable(deviceCode);
    }

    /** Whether there is code of this form. */
    public boolean hasCode(CodeForm form) {
        return form == CodeForm.DEVICE ? deviceCode != null : body != null;
    }

    /** The same kernel, of which every run has this cost in virtual time. */
    public Kernel costing(KernelCost everyRun) {
        Objects.requireNonNull(everyRun, "everyRun");
        return costing(context -> everyRun);
    }

    /**
     * The same kernel; in virtual time a run of it costs what its arguments say. Asked when it
     * starts: what its inputs hold may be read, nothing may be written or waited for.
     */
    public Kernel costing(Function<KernelContext, KernelCost> ofRun) {
        return new Kernel(coreType, functionId, name, code, deviceCode, Objects.requireNonNull(ofRun, "ofRun"));
    }

    /** What the run that a context shows costs in virtual time. */
    public KernelCost cost(KernelContext context) {
        return cost.apply(context);
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

    public KernelCode code() {
        return code;
    }

    /** The body of a kernel in Java; one of device code has none. */
    public KernelBody body() {
        if (body == null) {
            throw new IllegalStateException("kernel " + name + " is device code, " + code);
        }
        return body;
    }

    @Override
    public String toString() {
        return coreType + " " + functionId + " " + name;
    }
}
