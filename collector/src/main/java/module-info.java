/** Host half of each channel. For the recorder. */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.collector {
    requires io.tidemark.abi;
    requires io.tidemark.memory;
    requires io.tidemark.capture;

    exports io.tidemark.collector to
            io.tidemark.lab,
            io.tidemark.recording,
            io.tidemark.cli;
    exports io.tidemark.collector.args to
            io.tidemark.recording;
    exports io.tidemark.collector.deps to
            io.tidemark.recording,
            io.tidemark.cli;
    exports io.tidemark.collector.pmu to
            io.tidemark.recording;
    exports io.tidemark.collector.scope to
            io.tidemark.recording;
    exports io.tidemark.collector.spool to
            io.tidemark.lab;
    exports io.tidemark.collector.swimlane to
            io.tidemark.recording,
            io.tidemark.cli;
}
