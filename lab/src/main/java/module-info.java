/**
 * What tests and demonstrations need: cases that fail, fault switches, made-up captures. For the
 * command.
 */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.lab {
    requires io.tidemark.abi;
    requires io.tidemark.memory;
    requires io.tidemark.chip;
    requires io.tidemark.runtime;
    requires io.tidemark.capture;
    requires io.tidemark.collector;
    requires io.tidemark.workloads;

    exports io.tidemark.lab.cases to
            io.tidemark.cli;
    exports io.tidemark.lab.fault to
            io.tidemark.cli;
    exports io.tidemark.lab.generate to
            io.tidemark.cli;

    provides io.tidemark.workloads.WorkloadProvider with
            io.tidemark.lab.cases.LabWorkloads;
}
