package io.tidemark.analysis.compat.trace;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.compat.CompatMoments;
import io.tidemark.analysis.convert.scene.CoreLanes;
import io.tidemark.analysis.convert.scene.RowPlaces;
import io.tidemark.analysis.convert.scene.SceneRules;
import io.tidemark.analysis.convert.scene.TraceScene;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** What the picture of simpler's converter holds, and where. Pure. */
final class CompatScene implements SceneRules {
    /** Least length of a marker. */
    static final double SHORTEST_MICROS = 0.02;

    /** A missing stamp is the origin; what lies before the origin is not drawn. */
    @Override
    public boolean isDispatched(KernelRuns rows, int row) {
        return rows.dispatch(row) >= 0;
    }

    @Override
    public boolean isFinished(KernelRuns rows, int row) {
        return rows.finish(row) >= 0;
    }

    @Override
    public boolean hasDrawnFinish(KernelRuns rows, int row) {
        return rows.finish(row) > 0;
    }

    /** An unnamed kernel is called {@code func_27_ab}: a number that is easy to tell apart. */
    @Override
    public String label(KernelNames names, int kernel) {
        if (kernel < 0) {
            return "task";
        }
        return names.map().name(kernel).orElseGet(() -> "func_" + kernel + "_" + letters(kernel));
    }

    private static String letters(int kernel) {
        StringBuilder letters = new StringBuilder();
        for (int rest = kernel + 1; rest > 0; rest = (rest - 1) / 26) {
            letters.append((char) ('a' + (rest - 1) % 26));
        }
        return letters.reverse().toString();
    }

    @Override
    public boolean isDrawn(SchedPhaseKind kind) {
        return SceneRules.super.isDrawn(kind) && kind != SchedPhaseKind.OTHER && kind != SchedPhaseKind.LEGACY;
    }

    @Override
    public boolean separatesCrossingPhases() {
        return false;
    }

    /** Every submit that became no task counts as an allocation. */
    @Override
    public boolean mayHaveKernels(TraceScene scene, int task) {
        return false;
    }

    @Override
    public boolean drawsAllocationsOnHost() {
        return false;
    }

    @Override
    public boolean isTooShort(long begin, long end) {
        return CompatMoments.micros(end) - CompatMoments.micros(begin) < SHORTEST_MICROS;
    }

    /** The sum is rounded, so it is not always the recorded end. */
    @Override
    public long markerEnd(long begin, long end) {
        double from = CompatMoments.micros(begin);
        double length = CompatMoments.micros(end) - from;
        return CompatMoments.of(from + Math.max(length, SHORTEST_MICROS));
    }

    /** Host threads that submitted nothing are left out, and the others numbered anew. */
    @Override
    public int[] orchestratorNumbers(SubmitPhases submits, boolean isOnHost) {
        int[] numbers = new int[submits.laneCount()];
        Arrays.fill(numbers, -1);
        int next = 0;
        for (int lane = 0; lane < numbers.length; lane++) {
            boolean isEmpty = submits.laneBegin(lane) == submits.laneEnd(lane);
            if (!isEmpty || !isOnHost) {
                numbers[lane] = next++;
            }
        }
        return numbers;
    }

    @Override
    public RowPlaces places(KernelRuns rows, IntPredicate isScheduled, CoreLanes worker, CoreLanes scheduler) {
        return new StandIns(rows, isScheduled, scheduler);
    }
}
