package io.tidemark.workloads;

import java.util.Map;

/**
 * Named sizes of a workload. Immutable.
 *
 * @param values options that differ from the workload's own defaults
 */
public record Variant(String name, String description, Map<String, String> values) {
    public Variant {
        values = Map.copyOf(values);
    }
}
