package io.tidemark.collector.deps;

import io.tidemark.abi.deps.DepsStream;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.table.GrowingTable;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.collector.spool.SpoolFollower;
import io.tidemark.memory.deps.SubmitReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Replays submits on a separate thread while the run still records them. It is a shortcut: where slots do not come in
 * their order or something fails, there is no result, and the sink replays everything when the run is over. A submit of
 * a failed run may lack its result only if it is the last one. That is not known beforehand, so this is for runs that
 * end well.
 */
final class ReplayBeside implements SpoolFollower {
    /** What the replay of all slots left. */
    record Replayed(SubmitChains chains, EdgeRows edges) {
        ReplayedGraph judge(DepsHead head) {
            return ReplayedGraph.judge(chains, edges, head);
        }
    }

    private final Path slots;
    private final Path graph;
    private final SubmitReplay replay;
    private final long worthSlots;
    private final BlockingQueue<Optional<StoredChunk>> chunks = new LinkedBlockingQueue<>();
    private long announced; // slots
    private Ahead<Optional<Replayed>> work; // null until it is worth it
    private volatile boolean isDropped;

    /**
     * @param slots the table file that grows
     * @param graph where the table file of the graph goes
     * @param replay a fresh one
     * @param worthSlots begins when there are more than these
     */
    ReplayBeside(Path slots, Path graph, SubmitReplay replay, long worthSlots) {
        this.slots = slots;
        this.graph = graph;
        this.replay = replay;
        this.worthSlots = worthSlots;
    }

    @Override
    public void appended(StoredChunk chunk) {
        if (chunk.kind() != DepsStream.SUBMIT_SLOT.code() || isDropped) {
            return;
        }
        chunks.add(Optional.of(chunk));
        announced += chunk.records();
        if (work == null && announced > worthSlots) {
            try {
                work = Ahead.of("deps-replay", this::replayed);
            } catch (OutOfMemoryError none) { // there is no thread
                isDropped = true;
            }
        }
    }

    private Optional<Replayed> replayed() {
        try (GrowingTable table = GrowingTable.open(slots);
                GraphTable made = GraphTable.create(graph)) {
            Optional<Replayed> whole = replayed(table, made);
            if (whole.isPresent()) {
                made.finish();
            }
            return whole;
        } catch (IOException | RuntimeException again) { // or the replay afterwards says it
            return Optional.empty();
        }
    }

    private Optional<Replayed> replayed(GrowingTable table, EdgeRows.Target target) throws IOException {
        EdgeRows edges = new EdgeRows(target, replay, -1);
        SubmitChains chains = new SubmitChains(edges::submit);
        long sequence = 0;
        for (Optional<StoredChunk> next = take(); next.isPresent(); next = take()) {
            StoredChunk chunk = next.get();
            if (chunk.lane() != 0 || chunk.sequence() <= sequence) {
                return Optional.empty();
            }
            sequence = chunk.sequence();
            table.eachInWords(chunk, chains::slot);
        }
        if (isDropped) {
            return Optional.empty();
        }
        chains.end();
        return Optional.of(new Replayed(chains, edges));
    }

    private Optional<StoredChunk> take() throws IOException {
        try {
            return isDropped ? Optional.empty() : chunks.take();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** All slots are in the file: the result, if there is one. */
    Optional<Replayed> finish() {
        chunks.add(Optional.empty());
        return work == null ? Optional.empty() : work.get();
    }

    /** Records are worth more than a shortcut. */
    @Override
    public boolean makeRoom() throws IOException {
        close();
        return Files.deleteIfExists(graph);
    }

    @Override
    public void close() {
        isDropped = true;
        finish();
    }
}
