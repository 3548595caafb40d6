package io.tidemark.analysis.convert.encode;

/** Takes encoded bytes of whole events; keeps no reference to the array. */
public interface ChunkTarget {
    void write(byte[] bytes, int size);
}
