package io.tidemark.runtime.tensormap;

import io.tidemark.abi.TaskId;
import io.tidemark.memory.tensor.Tensor;

/**
 * One region of the {@link TensorMap}, or room for one. It is an object and not a place in arrays: the data that most
 * look-ups need is then on one cache line and needs no index check. Belongs to its map. Orchestrator thread only.
 */
final class MapEntry {
    /** Index under which the map passes the entry to others and finds the words of its region. */
    final int index;

    long producer = TaskId.NONE;
    Tensor region; // as it was given; of a free entry, the last one
    long base; // address of its buffer
    long beginByte; // where it begins in the buffer
    long endByte;
    boolean isRun; // of elements side by side: such a region covers itself
    MapEntry newer; // neighbours in its bucket
    MapEntry older; // of a free entry, the next free one
    MapEntry before; // neighbours in the list of its producer's slot
    MapEntry behind;

    MapEntry(int index) {
        this.index = index;
    }

    /** Whether these bytes of the same buffer lie all before the region or all behind it. */
    boolean isApartFrom(long begin, long end) {
        return end <= beginByte || endByte <= begin;
    }
}
