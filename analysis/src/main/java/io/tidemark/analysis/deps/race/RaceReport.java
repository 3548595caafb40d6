package io.tidemark.analysis.deps.race;

import java.util.List;

/**
 * What a search for races found.
 *
 * @param races one per pair of tasks and buffer, in the order of the graph
 * @param possible pairs that race only if the kernel of an argument without dependency writes it;
 *     the first of each buffer that has any
 * @param buffers buffers that were looked at
 * @param accesses arguments that were compared
 * @param noDep those of them without dependency
 * @param unresolved arguments whose bytes are unknown and that were not compared
 * @param stoppedEarly true when the search stopped at the most races it may list
 * @param edges what the arguments say of each edge
 */
public record RaceReport(
        List<Race> races,
        List<Race> possible,
        int buffers,
        int accesses,
        int noDep,
        int unresolved,
        boolean stoppedEarly,
        EdgeConflicts.Report edges) {}
