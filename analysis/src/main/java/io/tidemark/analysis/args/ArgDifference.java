package io.tidemark.analysis.args;

/**
 * One argument that differs between two dumps.
 *
 * @param row entry of the first dump
 * @param otherRow entry of the second
 * @param reason what differs, for people
 * @param firstIndex first element that differs, -1 when it is not the elements
 * @param count elements that differ
 * @param largest greatest distance between two finite elements
 */
public record ArgDifference(int row, int otherRow, String reason, long firstIndex, long count, double largest) {}
