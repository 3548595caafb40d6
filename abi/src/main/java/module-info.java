/**
 * Layouts of records, queues and headers, codes, levels and flags: what device, host and files
 * agree on. All of it is API.
 */
module io.tidemark.abi {
    exports io.tidemark.abi;
    exports io.tidemark.abi.args;
    exports io.tidemark.abi.catalog;
    exports io.tidemark.abi.deps;
    exports io.tidemark.abi.dispatch;
    exports io.tidemark.abi.layout;
    exports io.tidemark.abi.pmu;
    exports io.tidemark.abi.region;
    exports io.tidemark.abi.scope;
    exports io.tidemark.abi.spool;
    exports io.tidemark.abi.stall;
    exports io.tidemark.abi.swimlane;
}
