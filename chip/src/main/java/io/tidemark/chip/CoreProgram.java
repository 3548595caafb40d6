package io.tidemark.chip;

import java.util.Objects;
import java.util.function.IntFunction;

/**
 * What the cores of a run execute and tell.
 *
 * @param kernels runs kernels in Java; a chip of device code does not ask it
 * @param probes probe of a core; null for a core that is not recorded
 * @param arguments what a chip that dumps arguments itself dumps of tasks; null for nothing
 */
public record CoreProgram(KernelRunner kernels, IntFunction<CoreProbe> probes, CoreArguments arguments) {
    public CoreProgram {
        Objects.requireNonNull(kernels, "kernels");
        Objects.requireNonNull(probes, "probes");
    }
}
