package io.tidemark.runtime.stall;

import io.tidemark.abi.stall.BeginKind;
import io.tidemark.abi.stall.CoreProgress;
import io.tidemark.abi.stall.StuckState;
import java.util.List;

/**
 * A task that was not complete when a run ended; one that was on several cores is there once for
 * each. Immutable.
 *
 * @param kernel name of the kernel on that core; off a core, of all its kernels
 * @param core where it ran or was to run next, -1 when it had no core
 * @param block which of its blocks that is, -1 when it had no core
 * @param blocks how many it has
 * @param subtasks how many kernel runs it consists of, 0 when it needs no core
 * @param endedSubtasks how many of several have ended
 * @param sinceMicros when it was sent there, from the start of the run; below 0 when it is not
 *     known
 * @param beginTick when its kernel began, by the device clock; 0 when it has not or it is not known
 * @param beginKind what that tick is
 * @param waitsFor unfinished tasks it waits for, at most {@link #MOST_EDGES}
 * @param arguments one line per tensor and scalar
 * @param stack where its kernel stood, innermost frame first; empty when it is not known
 */
public record StuckTask(
        long taskId,
        String kernel,
        StuckState state,
        CoreProgress progress,
        int core,
        int block,
        int blocks,
        int subtasks,
        int endedSubtasks,
        double sinceMicros,
        long beginTick,
        BeginKind beginKind,
        List<Long> waitsFor,
        List<String> arguments,
        List<String> stack) {
    public static final int MOST_EDGES = 1_024;

    public StuckTask {
        waitsFor = List.copyOf(waitsFor);
        arguments = List.copyOf(arguments);
        stack = List.copyOf(stack);
    }
}
