package io.tidemark.capture.deps;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.ShortColumn;

/**
 * The edges of a graph as node numbers, in file order; one (predecessor, successor) pair may come
 * many times. Filled by one reader, read by anyone.
 */
public final class DependencyEdges {
    /** Argument of an explicit dependency. */
    public static final int NO_ARGUMENT = -1;

    private static final int WAIT = 1;
    private static final int RETAIN = 2;
    private static final int FLAGS_KNOWN = 4;

    private final IntColumn predecessor = new IntColumn();
    private final IntColumn successor = new IntColumn();
    private final ShortColumn argument = new ShortColumn();
    private final ByteColumn bits = new ByteColumn(); // flags, source << 3, overlap << 5

    public void add(int predecessor, int successor, int argument, EdgeSource source) {
        this.predecessor.add(predecessor);
        this.successor.add(successor);
        this.argument.add((short) argument);
        bits.add((byte) (source.ordinal() << 3));
    }

    /** Sets the flags of the edge added last. */
    public void flagsOfLast(boolean wait, boolean retain) {
        int flags = FLAGS_KNOWN | (wait ? WAIT : 0) | (retain ? RETAIN : 0);
        bits.set(size() - 1, (byte) (bits.get(size() - 1) | flags));
    }

    /** Sets the overlap of the edge added last. */
    public void overlapOfLast(Overlap overlap) {
        bits.set(size() - 1, (byte) (bits.get(size() - 1) | (overlap.ordinal() << 5)));
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
        return argument.get(edge);
    }

    public EdgeSource source(int edge) {
        return SOURCES[(bits.get(edge) >>> 3) & 3];
    }

    public Overlap overlap(int edge) {
        return OVERLAPS[(bits.get(edge) >>> 5) & 3];
    }

    /** False for files that write no flags. */
    public boolean hasFlags(int edge) {
        return (bits.get(edge) & FLAGS_KNOWN) != 0;
    }

    public boolean waits(int edge) {
        return (bits.get(edge) & WAIT) != 0;
    }

    public boolean retains(int edge) {
        return (bits.get(edge) & RETAIN) != 0;
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
