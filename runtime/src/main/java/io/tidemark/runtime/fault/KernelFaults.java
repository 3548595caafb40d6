package io.tidemark.runtime.fault;

import io.tidemark.runtime.KernelContext;

/**
 * What {@link KernelContext} rules out, for cases that show what comes of it: a kernel of the
 * simulator cannot write outside its own memory unless this is asked for. On the kernel's core.
 */
public interface KernelFaults {
    /** Leaves the core's list of conditions as a stray write would. */
    void damageConditions();
}
