package io.tidemark.workloads.standard;

import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadProvider;
import io.tidemark.workloads.attention.PagedAttentionWorkload;
import io.tidemark.workloads.bgemm.BgemmWorkload;
import io.tidemark.workloads.control.ControlWorkload;
import io.tidemark.workloads.decoder.DecoderWorkload;
import io.tidemark.workloads.mixed.MixedWorkload;
import io.tidemark.workloads.moe.MoeWorkload;
import io.tidemark.workloads.noop.NoopWorkload;
import io.tidemark.workloads.spmd.SpmdWorkload;
import io.tidemark.workloads.vector.VectorWorkload;
import java.util.List;

/** The cases that come with Tidemark; those that end badly on purpose are in module lab. */
public final class StandardWorkloads implements WorkloadProvider {
    @Override
    public List<Workload> workloads() {
        return List.of(
                new VectorWorkload(),
                new BgemmWorkload(),
                new PagedAttentionWorkload(),
                new MixedWorkload(),
                new SpmdWorkload(),
                new ControlWorkload(),
                new DecoderWorkload(),
                new MoeWorkload(),
                new NoopWorkload());
    }
}
