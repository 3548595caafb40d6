/**
 * The capture directory: readers, writers, certificate. Findings, verdict and certificate are API;
 * the others are for the modules that record and analyse.
 */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.capture {
    requires transitive io.tidemark.abi;
    requires tools.jackson.core;

    uses io.tidemark.capture.deps.GraphReplay;

    exports io.tidemark.capture to
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.ahead to
            io.tidemark.collector,
            io.tidemark.analysis,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.args to
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.certificate;
    exports io.tidemark.capture.column to
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer;
    exports io.tidemark.capture.deps to
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.directory to
            io.tidemark.collector,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.ending to
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.file to
            io.tidemark.collector,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.finding;
    exports io.tidemark.capture.graph to
            io.tidemark.analysis,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.identity to
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.json to
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.model to
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.names to
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.pmu to
            io.tidemark.collector,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.scope to
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.strace to
            io.tidemark.collector,
            io.tidemark.analysis,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.swimlane to
            io.tidemark.collector,
            io.tidemark.lab,
            io.tidemark.analysis,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.swimlane.read to
            io.tidemark.collector,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
    exports io.tidemark.capture.table to
            io.tidemark.collector,
            io.tidemark.recording,
            io.tidemark.viewer,
            io.tidemark.cli;
}
