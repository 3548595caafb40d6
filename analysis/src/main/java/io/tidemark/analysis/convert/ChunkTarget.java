package io.tidemark.analysis.convert;

/** Takes encoded bytes of whole events; keeps no reference to the array. */
interface ChunkTarget {
    void write(byte[] bytes, int size);
}
