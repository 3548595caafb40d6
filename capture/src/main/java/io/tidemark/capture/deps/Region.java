package io.tidemark.capture.deps;

/**
 * A view on a tensor. The arrays belong to the region: do not change them.
 *
 * @param dataType upper-case name, empty when the file gives none
 * @param shape elements per dimension
 * @param startOffset in elements
 * @param strides in elements
 */
public record Region(String dataType, long[] shape, long startOffset, long[] strides) {}
