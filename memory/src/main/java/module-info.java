/**
 * Device regions, queues and tensors. Tensors are API; the others are for the modules that share a
 * region.
 */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.memory {
    requires transitive io.tidemark.abi;

    exports io.tidemark.memory to
            io.tidemark.probe,
            io.tidemark.chip,
            io.tidemark.collector,
            io.tidemark.cuda;
    exports io.tidemark.memory.deps to
            io.tidemark.recording,
            io.tidemark.runtime,
            io.tidemark.collector;
    exports io.tidemark.memory.queue to
            io.tidemark.probe,
            io.tidemark.collector;
    exports io.tidemark.memory.region to
            io.tidemark.probe,
            io.tidemark.runtime,
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.recording,
            io.tidemark.cli;
    exports io.tidemark.memory.tensor;
}
