package io.tidemark.recording.whatif;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.table.TableSet;
import io.tidemark.collector.deps.DepsFile;
import io.tidemark.runtime.replay.DependencyReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the graph of a capture whose run left the dependency file out. The file is made from the
 * table of submits, as an export makes it, outside of the capture, and removed again. One thread.
 */
public final class DependencyTableReader {
    private DependencyTableReader() {}

    /**
     * The graph with its arguments; empty if the capture has no table of submits.
     *
     * @throws IOException if the table cannot be read
     */
    public static Optional<DependencyGraph> read(Capture capture) throws IOException {
        Path head = capture.directory().root().resolve(DepsHead.PATH);
        Optional<DepsHead> known = Files.isRegularFile(head) ? DepsHead.read(head) : Optional.empty();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        try (TableSet submits = TableSet.open(head.getParent(), DepsChannel.CHANNEL)) {
            return read(submits, known.get(), capture);
        }
    }

    private static Optional<DependencyGraph> read(TableSet submits, DepsHead head, Capture capture) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create("tidemark-deps")) {
            Path made = scratch.path().resolve(DepsWriter.FILE_NAME); // as findings name it
            DepsFile.write(made, submits, new DependencyReplay(), head);
            return DepsReader.readWithDetail(made, capture.findings());
        }
    }
}
