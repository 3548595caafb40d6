package io.tidemark.capture.deps;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.identity.TensorIdentity;

/**
 * What only a graph viewer needs: the arguments of each task, the tensors, and the regions at both
 * ends of an edge. Filled by one reader, read by anyone.
 */
public final class DependencyDetail {
    private final RegionTable regions = new RegionTable();
    private final LongIndex tensors = new LongIndex();
    private final TensorColumns tensorColumns = new TensorColumns();
    private final IntColumn argumentStarts = new IntColumn();
    private final ByteColumn argumentType = new ByteColumn();
    private final IntColumn argumentIndex = new IntColumn();
    private final LongColumn argumentTensor = new LongColumn();
    private final LongColumn argumentOwner = new LongColumn();
    private final IntColumn argumentRegion = new IntColumn();
    private final LongColumn edgeTensor = new LongColumn();
    private final IntColumn consumerRegion = new IntColumn();
    private final IntColumn producerRegion = new IntColumn();
    private boolean hasOwners;

    /** Opens the argument list of the next task. */
    public void beginTask() {
        argumentStarts.add(argumentType.size());
    }

    /**
     * Adds an argument of a file that names no owners; tensor 0 and region {@link RegionTable#NONE}
     * where it names none.
     */
    public void addArgument(int index, ArgType type, long tensorId, int region) {
        addArgument(index, type, tensorId, TensorIdentity.NO_OWNER, region);
    }

    /** The same with the task that allocated the tensor's buffer. */
    public void addArgument(int index, ArgType type, long tensorId, long owner, int region) {
        argumentIndex.add(index);
        argumentType.add((byte) type.ordinal());
        argumentTensor.add(tensorId);
        argumentOwner.add(owner);
        hasOwners |= owner != TensorIdentity.NO_OWNER;
        argumentRegion.add(region);
    }

    /**
     * Adds what belongs to the next edge; tensor 0 and region {@link RegionTable#NONE} where it
     * names none.
     */
    public void addEdge(long tensorId, int consumer, int producer) {
        edgeTensor.add(tensorId);
        consumerRegion.add(consumer);
        producerRegion.add(producer);
    }

    /** Adds a tensor; false when its id is known already. */
    public boolean addTensor(long tensorId, long bufferAddress, long version, String dataType, long elements) {
        if (tensors.find(tensorId) != LongIndex.ABSENT) {
            return false;
        }
        tensors.add(tensorId);
        tensorColumns.add(bufferAddress, version, dataType, elements);
        return true;
    }

    public RegionTable regions() {
        return regions;
    }

    public int tensorCount() {
        return tensors.size();
    }

    /** Number of the tensor in the file's list, or {@link LongIndex#ABSENT}. */
    public int tensorOf(long tensorId) {
        return tensors.find(tensorId);
    }

    public long tensorId(int tensor) {
        return tensors.key(tensor);
    }

    public TensorColumns tensors() {
        return tensorColumns;
    }

    /** First argument of a task (node numbers below {@code taskCount}). */
    public int argumentBegin(int task) {
        return argumentStarts.get(task);
    }

    public int argumentEnd(int task) {
        return task + 1 < argumentStarts.size() ? argumentStarts.get(task + 1) : argumentType.size();
    }

    public ArgType argumentType(int at) {
        return ArgType.values()[argumentType.get(at)];
    }

    public int argumentIndex(int at) {
        return argumentIndex.get(at);
    }

    /** True when the argument names a tensor. */
    public boolean argumentHasTensor(int at) {
        return argumentRegion.get(at) != RegionTable.NONE;
    }

    public long argumentTensor(int at) {
        return argumentTensor.get(at);
    }

    /** Task that allocated the argument's buffer, {@link TensorIdentity#NO_OWNER} if none. */
    public long argumentOwner(int at) {
        return argumentOwner.get(at);
    }

    /** True when the file says of its arguments who allocated their buffers. */
    public boolean hasOwners() {
        return hasOwners;
    }

    public int argumentRegion(int at) {
        return argumentRegion.get(at);
    }

    public long edgeTensor(int edge) {
        return edgeTensor.get(edge);
    }

    /** Region the consumer reads, or {@link RegionTable#NONE}. */
    public int consumerRegion(int edge) {
        return consumerRegion.get(edge);
    }

    /** Region the producer wrote, or {@link RegionTable#NONE}. */
    public int producerRegion(int edge) {
        return producerRegion.get(edge);
    }
}
