package io.tidemark.workloads;

/** One size or choice of a workload, given as {@code key=value}. Immutable. */
public record CaseOption(String key, String defaultValue, String meaning) {}
