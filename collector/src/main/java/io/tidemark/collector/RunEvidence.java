package io.tidemark.collector;

import io.tidemark.abi.OrchestrationSide;
import io.tidemark.capture.swimlane.ClockAnchors;
import java.util.Optional;

/**
 * What a run says of itself, counted without its probes: it tells "nothing happened" from "nothing
 * was recorded". Every channel closes its books against it. Immutable.
 *
 * @param ok the run reached its end, as far as the host knows
 * @param subtasks kernel runs on cores, -1 if it is not known
 * @param dispatched those of them that a scheduler sent to its core, -1 if it is not known
 * @param submits submits and allocations, -1 if it is not known
 * @param retired tasks completed without a core, -1 if it is not known
 * @param arguments tensors and scalars of tasks that run, whatever a predicate says, -1 if it is
 *     not known
 * @param endTick when the run ended, 0 if it is not known
 * @param side who built the graph
 * @param runtime the runtime that ran it, as captures name it; empty if it is not known
 * @param anchors readings of both clocks around the run, if there were any
 */
public record RunEvidence(
        boolean ok,
        long subtasks,
        long dispatched,
        long submits,
        long retired,
        long arguments,
        long endTick,
        OrchestrationSide side,
        String runtime,
        Optional<ClockAnchors> anchors) {
    /** A run of a device that died without telling. */
    public static final RunEvidence UNKNOWN =
            new RunEvidence(false, -1, -1, -1, -1, -1, 0, OrchestrationSide.DEVICE, "", Optional.empty());

    /** A run of a device that ended well and counted so much; -1 for what is not known. */
    public static RunEvidence counted(long subtasks, long submits, long retired) {
        return new RunEvidence(
                true, subtasks, subtasks, submits, retired, -1, 0, OrchestrationSide.DEVICE, "", Optional.empty());
    }
}
