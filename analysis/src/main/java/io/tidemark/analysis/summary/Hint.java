package io.tidemark.analysis.summary;

/**
 * One thing worth looking at.
 *
 * @param weight how much it matters; greater comes first
 * @param sentence what was found
 * @param command what shows it, without the capture's path
 */
public record Hint(double weight, String sentence, String command) {}
