package io.tidemark.runtime.task;

import io.tidemark.chip.DispatchSource;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.args.ArgumentSource;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.EdgeFlags;
import java.util.Arrays;

/**
 * What a submit says of its task: arguments and fan-in edges. The orchestrator writes it before the
 * task is published; afterwards cores and schedulers only read it.
 */
public abstract sealed class TaskDescription extends TaskTraits
        implements ArgumentSource, DispatchSource permits TaskSlot {
    /** Edges kept in the slot itself; more go to the ring's spill pool. */
    public static final int INLINE_EDGES = 64;

    private static final int FLAGS_SHIFT = 60; // task ids leave the top bits free
    private static final long ID_MASK = (1L << FLAGS_SHIFT) - 1;

    private long[] edges = new long[4];
    private int edgeCount;
    private int spillFirst;
    private int spillCount;

    private Tensor[] tensors = new Tensor[4];
    private byte[] tags = new byte[4];
    private int tensorCount;
    private long[] scalars = new long[2];
    private byte[] scalarTypes = new byte[2];
    private int scalarCount;
    private long dumpMask;

    private long claimEpoch;
    private int claimFlags;

    /** Empties it for a new task. */
    final void clear() {
        edgeCount = 0;
        spillCount = 0;
        claimEpoch = 0;
        tensorCount = 0;
        scalarCount = 0;
        dumpMask = 0;
    }

    // ---- arguments: written by the orchestrator, read by the core ----

    public void addTensor(ArgumentTag tag, Tensor tensor) {
        if (tensorCount == tensors.length) {
            tensors = Arrays.copyOf(tensors, 2 * tensorCount);
            tags = Arrays.copyOf(tags, 2 * tensorCount);
        }
        if (tensors[tensorCount]
                != tensor) { // a plain read is cheaper than the collector's write barrier
            tensors[tensorCount] = tensor;
        }
        tags[tensorCount++] = (byte) tag.code();
    }

    /**
     * @param types element type of each, as {@link #scalarTypeCode} gives it
     */
    public void scalars(long[] values, byte[] types, int count) {
        if (count > scalars.length) {
            scalars = new long[values.length];
            scalarTypes = new byte[values.length];
        }
        for (int i = 0; i < count; i++) {
            scalars[i] = values[i];
            scalarTypes[i] = types[i];
        }
        scalarCount = count;
    }

    public void dumpMask(long mask) {
        dumpMask = mask;
    }

    @Override
    public int tensorCount() {
        return tensorCount;
    }

    @Override
    public Tensor tensor(int index) {
        return tensors[index];
    }

    /** Code of the {@link ArgumentTag} of a tensor argument. */
    @Override
    public int tagCode(int index) {
        return tags[index];
    }

    @Override
    public int scalarCount() {
        return scalarCount;
    }

    @Override
    public long scalarBits(int index) {
        return scalars[index];
    }

    @Override
    public int scalarTypeCode(int index) {
        return scalarTypes[index] & 0xFF;
    }

    /** Bit i: argument i is marked for the argument dump, tensors first, then scalars. */
    @Override
    public long dumpMask() {
        return dumpMask;
    }

    // ---- fan-in edges: written by the orchestrator, read at release ----

    /** Whether the submit with this epoch has an edge to this task already. */
    public boolean isClaimed(long epoch) {
        return claimEpoch == epoch;
    }

    /** Remembers an edge of the submit with this epoch; flags of several add up. */
    public void claim(long epoch, int flags) {
        claimFlags = claimEpoch == epoch ? claimFlags | flags : flags;
        claimEpoch = epoch;
    }

    /** Flags of the edges that the claiming submit has to this task. */
    public int claimFlags() {
        return claimFlags;
    }

    public int inlineEdges() {
        return edgeCount;
    }

    /** Adds an edge as {@link #edgeWord} makes it. */
    public void addEdge(long edge) {
        if (edgeCount == edges.length) {
            edges = Arrays.copyOf(edges, 2 * edgeCount);
        }
        edges[edgeCount++] = edge;
    }

    public long edge(int index) {
        return edges[index];
    }

    /** The edges beyond the inline ones lie in the ring's spill pool, from a node on. */
    public void spill(int firstNode, int count) {
        spillFirst = firstNode;
        spillCount = count;
    }

    public int spillFirst() {
        return spillFirst;
    }

    public int spillCount() {
        return spillCount;
    }

    public static long edgeWord(long producer, int flags) {
        return producer | (long) flags << FLAGS_SHIFT;
    }

    public static long edgeProducer(long edgeWord) {
        return edgeWord & ID_MASK;
    }

    public static boolean waits(long edgeWord) {
        return (edgeWord >>> FLAGS_SHIFT & EdgeFlags.WAIT) != 0;
    }

    public static boolean retains(long edgeWord) {
        return (edgeWord >>> FLAGS_SHIFT & EdgeFlags.RETAIN) != 0;
    }
}
