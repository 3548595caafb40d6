package io.tidemark.analysis.deps;

import java.util.List;

/**
 * What a search for races found.
 *
 * @param races one per pair of tasks and buffer, in order of submission
 * @param buffers buffers that were looked at
 * @param accesses arguments that were compared
 * @param unresolved arguments whose bytes could not be told and that were not compared
 * @param stoppedEarly true when the search stopped at the most races it may list
 */
public record RaceReport(
        List<Race> races, int buffers, int accesses, int unresolved, boolean stoppedEarly) {}
