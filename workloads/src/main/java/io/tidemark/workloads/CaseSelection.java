package io.tidemark.workloads;

import java.util.List;

/** A workload and one of its variants: what {@code name:variant} stands for. Immutable. */
public record CaseSelection(Workload workload, Variant variant) {
    /** {@code name:variant}, also when the variant was not typed. */
    public String title() {
        return workload.name() + ":" + variant.name();
    }

    /**
     * Inputs, graph and golden, ready to run.
     *
     * @param assignments sizes as {@code key=value}
     * @throws IllegalArgumentException with a sentence, for an unknown option or a wrong value
     */
    public WorkloadCase build(List<String> assignments, long seed) {
        return workload.build(title(), CaseOptions.resolve(workload, variant, assignments), seed);
    }
}
