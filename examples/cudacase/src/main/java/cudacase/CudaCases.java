package cudacase;

import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadProvider;
import java.util.List;

/** Offers the case of this jar; named in META-INF/services. */
public final class CudaCases implements WorkloadProvider {
    @Override
    public List<Workload> workloads() {
        return List.of(new RmsNorm());
    }
}
