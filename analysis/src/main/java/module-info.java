/** What is computed from a capture. For the command and the viewer. */
// module: names modules that are built later
// requires-automatic: protobuf has no module descriptor
@SuppressWarnings({"module", "requires-automatic"})
module io.tidemark.analysis {
    requires io.tidemark.abi;
    requires io.tidemark.capture;
    requires com.google.protobuf;

    exports io.tidemark.analysis.args to
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.calibrate to
            io.tidemark.cli;
    exports io.tidemark.analysis.compat to
            io.tidemark.cli;
    exports io.tidemark.analysis.compat.trace to
            io.tidemark.cli;
    exports io.tidemark.analysis.convert to
            io.tidemark.cli;
    exports io.tidemark.analysis.coretime to
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.counter to
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.criticalpath to
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.deps to
            io.tidemark.cli;
    exports io.tidemark.analysis.deps.race to
            io.tidemark.cli;
    exports io.tidemark.analysis.diff to
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.diff.noise to
            io.tidemark.cli;
    exports io.tidemark.analysis.diff.report to
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.doctor to
            io.tidemark.recording,
            io.tidemark.cli;
    exports io.tidemark.analysis.host to
            io.tidemark.cli;
    exports io.tidemark.analysis.overhead to
            io.tidemark.cli;
    exports io.tidemark.analysis.pmu to
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.scope to
            io.tidemark.cli;
    exports io.tidemark.analysis.summary to
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.text to
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.analysis.timing to
            io.tidemark.cli;

    uses io.tidemark.analysis.diff.RecorderCost;
}
