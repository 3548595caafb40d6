/** Local web server and pages. For the command. */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.viewer {
    requires io.tidemark.abi;
    requires io.tidemark.capture;
    requires io.tidemark.analysis;

    exports io.tidemark.viewer.export to
            io.tidemark.cli;
    exports io.tidemark.viewer.home to
            io.tidemark.cli;
    exports io.tidemark.viewer.http to
            io.tidemark.cli;
    exports io.tidemark.viewer.live to
            io.tidemark.cli;
    exports io.tidemark.viewer.model to
            io.tidemark.cli;
    exports io.tidemark.viewer.timeline to
            io.tidemark.cli;
}
