package io.tidemark.lab.cases;

import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadProvider;
import java.util.List;

/** The cases that end badly on purpose. */
public final class LabWorkloads implements WorkloadProvider {
    @Override
    public List<Workload> workloads() {
        return List.of(new HangWorkload(), new FatalWorkload());
    }
}
