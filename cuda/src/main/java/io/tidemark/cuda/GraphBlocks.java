package io.tidemark.cuda;

import io.tidemark.chip.ChipShape;
import io.tidemark.chip.GraphRunner;
import io.tidemark.chip.GraphSource;
import io.tidemark.cuda.dump.ArgumentRing;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/** The blocks of one run as runners of a graph that they resolve themselves. Any thread. */
final class GraphBlocks implements GraphRunner {
    private final GraphMemory memory;
    private final BooleanSupplier isLost;
    private volatile BlockProxy[] proxies = {};
    private ChipShape shape;

    /**
     * @param isLost whether the device answers no more
     */
    GraphBlocks(GraphMemory memory, BooleanSupplier isLost) {
        this.memory = memory;
        this.isLost = isLost;
    }

    /** The blocks of the run, before any thread asks. */
    void watch(ChipShape chipShape, BlockProxy[] blocks) {
        shape = chipShape;
        proxies = blocks;
    }

    @Override
    public void reserve(int tasks) {
        memory.reserve(tasks);
    }

    @Override
    public boolean start(GraphSource graph) {
        if (isLost.getAsBoolean() || !memory.load(graph, shape)) {
            return false;
        }
        for (int core = 0; core < proxies.length; core++) {
            proxies[core].takeFrom(graph, memory.rings(), shape.position(core));
        }
        return true;
    }

    @Override
    public long completed() {
        return sumOfBlocks(GraphBlock::completed);
    }

    @Override
    public long kernels() {
        return sumOfBlocks(GraphBlock::kernels);
    }

    @Override
    public boolean isDrained() {
        for (BlockProxy proxy : proxies) {
            GraphBlock block = proxy.inGraph();
            if (block != null && !block.isDrained()) {
                return false;
            }
        }
        return dumpedStages() + skippedStages() == memory.dumpedStages();
    }

    @Override
    public long skipped() {
        return sumOfBlocks(GraphBlock::skipped);
    }

    private long skippedStages() {
        return sumOfBlocks(GraphBlock::skippedStages);
    }

    @Override
    public boolean dumpsArguments() {
        return memory.rings() != null;
    }

    @Override
    public boolean countsCycles() {
        return memory.countsCycles();
    }

    @Override
    public long dumpedPieces() {
        return sumOfRings(ArgumentRing::pieces);
    }

    private long dumpedStages() {
        return sumOfRings(ArgumentRing::stages);
    }

    @Override
    public boolean isHeld() {
        for (BlockProxy proxy : proxies) {
            ArgumentRing ring = ringOf(proxy);
            if (ring != null && ring.isHeld()) {
                return true;
            }
        }
        return false;
    }

    private long sumOfBlocks(ToLongFunction<GraphBlock> count) {
        long sum = 0;
        for (BlockProxy proxy : proxies) {
            GraphBlock block = proxy.inGraph();
            sum += block == null ? 0 : count.applyAsLong(block);
        }
        return sum;
    }

    private long sumOfRings(ToLongFunction<ArgumentRing> count) {
        long sum = 0;
        for (BlockProxy proxy : proxies) {
            ArgumentRing ring = ringOf(proxy);
            sum += ring == null ? 0 : count.applyAsLong(ring);
        }
        return sum;
    }

    /** Null when nothing is dumped. */
    private static ArgumentRing ringOf(BlockProxy proxy) {
        GraphBlock block = proxy.inGraph();
        return block == null ? null : block.arguments();
    }

    @Override
    public int taskOn(int core) {
        GraphBlock block = proxies[core].inGraph();
        return block == null ? -1 : block.task();
    }

    @Override
    public int blockOn(int core) {
        return proxies[core].inGraph().block();
    }

    @Override
    public boolean fetchStates() {
        return !isLost.getAsBoolean() && memory.fetchStates();
    }

    @Override
    public boolean isComplete(int task) {
        return memory.isComplete(task);
    }
}
