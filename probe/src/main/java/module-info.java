/** Device half of each channel. Nothing of it is API: the runtime records with it. */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.probe {
    requires io.tidemark.abi;
    requires io.tidemark.memory;

    exports io.tidemark.probe to
            io.tidemark.runtime,
            io.tidemark.recording;
    exports io.tidemark.probe.args to
            io.tidemark.runtime;
    exports io.tidemark.probe.deps to
            io.tidemark.runtime;
    exports io.tidemark.probe.pmu to
            io.tidemark.runtime;
    exports io.tidemark.probe.scope to
            io.tidemark.runtime;
    exports io.tidemark.probe.swimlane to
            io.tidemark.runtime;
}
