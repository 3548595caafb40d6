package mycase;

import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadProvider;
import java.util.List;

/** Offers the cases of this jar; named in META-INF/services. */
public final class MyCases implements WorkloadProvider {
    @Override
    public List<Workload> workloads() {
        return List.of(new LinearLayer());
    }
}
