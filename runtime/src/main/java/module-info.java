/**
 * Runs task graphs. The package {@code io.tidemark.runtime}, the snapshot of a hang and the
 * failures of user code are API; the engine is not.
 */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.runtime {
    requires transitive io.tidemark.abi;
    requires transitive io.tidemark.memory;
    requires io.tidemark.probe;
    requires transitive io.tidemark.chip;

    exports io.tidemark.runtime;
    exports io.tidemark.runtime.engine to
            io.tidemark.recording;
    exports io.tidemark.runtime.fault;
    exports io.tidemark.runtime.recording to
            io.tidemark.recording;
    exports io.tidemark.runtime.replay to
            io.tidemark.recording,
            io.tidemark.cli;
    exports io.tidemark.runtime.stall;
    exports io.tidemark.runtime.team to
            io.tidemark.recording;

    uses io.tidemark.runtime.WorkerProvider;

    provides io.tidemark.runtime.WorkerProvider with
            io.tidemark.runtime.engine.ChipWorkers;
}
