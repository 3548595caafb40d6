package io.tidemark.workloads;

import java.util.List;

/** Brings cases to the command; found on the class path by {@link java.util.ServiceLoader}. */
public interface WorkloadProvider {
    List<Workload> workloads();
}
