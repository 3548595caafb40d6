/** The chip as an interface, which is API, and the simulated chip behind it. */
// module: names modules that are built later
@SuppressWarnings("module")
module io.tidemark.chip {
    requires transitive io.tidemark.abi;
    requires transitive io.tidemark.memory;

    exports io.tidemark.chip;
    exports io.tidemark.chip.simulated to
            io.tidemark.runtime,
            io.tidemark.recording,
            io.tidemark.cuda;
}
