package io.tidemark.workloads;

import java.util.Optional;

/** Golden values of what single tasks give, for cases that know them. Not for concurrent use. */
public interface ArgumentGolden {
    /**
     * What an argument holds, dense and in row-major order, once its task is done.
     *
     * @param tolerance how far an element may be from its value: absolutely, and again relative to
     *     that value
     */
    record Values(double[] values, double tolerance) {}

    /**
     * The golden of one argument; empty if the case does not know it.
     *
     * @param occurrence which task of that kernel, from 0, in the order of task ids
     */
    Optional<Values> after(int functionId, int occurrence, int argument);
}
