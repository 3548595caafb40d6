package io.tidemark.analysis.diff.align;

/**
 * A stretch of both sequences between two pairs that keep their order.
 *
 * @param from first place in the first sequence
 * @param to the place behind the last
 * @param otherFrom first place in the second sequence
 */
record Gap(int from, int to, int otherFrom, int otherTo) {
    boolean isOneSided() {
        return from >= to || otherFrom >= otherTo;
    }
}
