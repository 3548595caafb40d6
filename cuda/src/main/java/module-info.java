/** Chips of device code: a GPU, or its emulation. For the command. */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.cuda {
    requires io.tidemark.abi;
    requires io.tidemark.memory;
    requires io.tidemark.chip;
    requires io.tidemark.runtime;
    requires io.tidemark.recording;

    exports io.tidemark.cuda to
            io.tidemark.cli;
    exports io.tidemark.cuda.code to
            io.tidemark.cli;
}
