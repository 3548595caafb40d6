package io.tidemark.capture.deps;

import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.ShortColumn;
import io.tidemark.capture.graph.Digraph;

/**
 * The edges of a graph as node numbers, in file order; one (predecessor, successor) pair may come
 * many times. Filled by one reader, read by anyone.
 */
public final class DependencyEdges {
    /** Argument of an explicit dependency. */
    public static final int NO_ARGUMENT = -1;

    /** Flags of an edge whose file writes none. */
    public static final int NO_FLAGS = -1;

    private static final int FLAGS_KNOWN = 4; // above those of EdgeFlags
    private static final byte NO_REASON = (byte) (EdgeSource.UNKNOWN.ordinal() << 3);

    private final IntColumn predecessor = new IntColumn();
    private final IntColumn successor = new IntColumn();
    // as long as the edges up to the last that has a reason
    private final ShortColumn argument = new ShortColumn();
    private final ByteColumn bits = new ByteColumn(); // flags, source << 3, overlap << 5

    public void add(int predecessor, int successor, int argument, EdgeSource source) {
        add(predecessor, successor);
        if (argument != NO_ARGUMENT || source != EdgeSource.UNKNOWN) {
            giveReasons(size() - 1);
            this.argument.add((short) argument);
            bits.add((byte) (source.ordinal() << 3));
        }
    }

    /** Adds an edge of which nothing else is known. */
    void add(int predecessor, int successor) {
        this.predecessor.add(predecessor);
        this.successor.add(successor);
    }

    /** Makes the columns of reasons as long as the first edges. */
    private void giveReasons(int edges) {
        while (bits.size() < edges) {
            argument.add((short) NO_ARGUMENT);
            bits.add(NO_REASON);
        }
    }

    private byte bits(int edge) {
        return edge < bits.size() ? bits.get(edge) : NO_REASON;
    }

    /** Sets the {@link EdgeFlags} of the edge added last. */
    public void flagsOfLast(int flags) {
        giveReasons(size());
        bits.set(size() - 1, (byte) (bits.get(size() - 1) | FLAGS_KNOWN | flags));
    }

    /** Sets the overlap of the edge added last. */
    public void overlapOfLast(Overlap overlap) {
        giveReasons(size());
        bits.set(size() - 1, (byte) (bits.get(size() - 1) | (overlap.code() << 5)));
    }

    public int size() {
        return predecessor.size();
    }

    /** Node number of the producer. */
    public int predecessor(int edge) {
        return predecessor.get(edge);
    }

    /** Node number of the consumer. */
    public int successor(int edge) {
        return successor.get(edge);
    }

    /** Argument of the consumer, {@link #NO_ARGUMENT} for explicit dependencies. */
    public int argument(int edge) {
        return edge < argument.size() ? argument.get(edge) : NO_ARGUMENT;
    }

    public EdgeSource source(int edge) {
        return SOURCES[(bits(edge) >>> 3) & 3];
    }

    public Overlap overlap(int edge) {
        return OVERLAPS[(bits(edge) >>> 5) & 3];
    }

    /** The {@link EdgeFlags} of an edge, {@link #NO_FLAGS} for files that write none. */
    int flags(int edge) {
        return hasFlags(edge) ? bits(edge) & (FLAGS_KNOWN - 1) : NO_FLAGS;
    }

    /** False for files that write no flags. */
    public boolean hasFlags(int edge) {
        return (bits(edge) & FLAGS_KNOWN) != 0;
    }

    public boolean waits(int edge) {
        return (bits(edge) & EdgeFlags.WAIT) != 0;
    }

    public boolean retains(int edge) {
        return (bits(edge) & EdgeFlags.RETAIN) != 0;
    }

    /** The distinct edges among this many nodes in both directions. */
    Digraph links(int nodes) {
        return Digraph.of(nodes, predecessor, successor);
    }

    void renumber(int[] newNumberOf) {
        for (int edge = 0; edge < size(); edge++) {
            predecessor.set(edge, newNumberOf[predecessor.get(edge)]);
            successor.set(edge, newNumberOf[successor.get(edge)]);
        }
    }

    private static final EdgeSource[] SOURCES = EdgeSource.values();
    private static final Overlap[] OVERLAPS = Overlap.values();
}
