package io.tidemark.workloads;

import java.util.List;

/**
 * A family of cases under one name: variants that differ in their sizes, and a way to build one of
 * them. Stateless; any thread may call it.
 */
public interface Workload {
    /** What a person types; lower case letters, digits and hyphens. */
    String name();

    /** One line for the list of cases. */
    String description();

    /** At least one; the first is what the bare name means. */
    List<Variant> variants();

    /**
     * Every option it understands, with the value it has unless a variant or a person says
     * otherwise.
     */
    List<CaseOption> options();

    /**
     * Inputs, graph and golden of one case. A wrong value is an {@link IllegalArgumentException}
     * with a sentence.
     *
     * @param title {@code name:variant}, for messages
     */
    WorkloadCase build(String title, CaseOptions options, long seed);
}
