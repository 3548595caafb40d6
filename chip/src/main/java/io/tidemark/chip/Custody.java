package io.tidemark.chip;

/**
 * Tells whoever steps a core that the step is about to enter user code, which may take any time. In
 * between, others may take over everything around the core, but not the core.
 */
public interface Custody {
    /** For steppers that never take over. */
    Custody UNDIVIDED =
            new Custody() {
                @Override
                public void enterKernel() {}

                @Override
                public void leaveKernel() {}
            };

    void enterKernel();

    void leaveKernel();
}
