/** Named cases. The interface of a case is API. */
module io.tidemark.workloads {
    requires transitive io.tidemark.abi;
    requires transitive io.tidemark.memory;
    requires transitive io.tidemark.runtime;

    exports io.tidemark.workloads;

    uses io.tidemark.workloads.WorkloadProvider;

    provides io.tidemark.workloads.WorkloadProvider with
            io.tidemark.workloads.standard.StandardWorkloads;
}
