/**
 * Records a run: the API with which a program records its own graphs ({@code recording}, {@code
 * recording.plan}), and what is behind it.
 */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.recording {
    requires transitive io.tidemark.abi;
    requires transitive io.tidemark.memory;
    requires io.tidemark.probe;
    requires transitive io.tidemark.chip;
    requires transitive io.tidemark.runtime;
    requires transitive io.tidemark.capture;
    requires io.tidemark.collector;
    requires io.tidemark.analysis;
    requires java.management;
    requires jdk.unsupported;

    provides io.tidemark.capture.deps.GraphReplay with
            io.tidemark.recording.run.SubmitReplays;

    exports io.tidemark.recording;
    exports io.tidemark.recording.device to
            io.tidemark.cli;
    exports io.tidemark.recording.plan;
    exports io.tidemark.recording.profile to
            io.tidemark.cli;
    exports io.tidemark.recording.run to
            io.tidemark.cli;
    exports io.tidemark.recording.whatif to
            io.tidemark.cli;

    provides io.tidemark.analysis.diff.RecorderCost with
            io.tidemark.recording.whatif.ReplayedRecorder;
}
