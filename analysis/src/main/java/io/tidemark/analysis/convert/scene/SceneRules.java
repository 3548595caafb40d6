package io.tidemark.analysis.convert.scene;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.analysis.convert.encode.TraceSink;
import io.tidemark.capture.model.KernelRuns;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * What a picture holds, and where: the answers of our own picture, which another picture may
 * replace one by one. Pure.
 */
public interface SceneRules {
    /** The rules of our own picture. */
    SceneRules DEFAULT = new SceneRules() {};

    /** True when a row has a dispatch to draw. */
    default boolean isDispatched(KernelRuns rows, int row) {
        return rows.hasDispatch(row);
    }

    /** True when a row has a finish that a complete phase can have noticed. */
    default boolean isFinished(KernelRuns rows, int row) {
        return rows.hasFinish(row);
    }

    /** True when a row has a finish at which a slice can end. */
    default boolean hasDrawnFinish(KernelRuns rows, int row) {
        return rows.hasFinish(row);
    }

    /** What a kernel is called, -1 for one that is not known. */
    default String label(KernelNames names, int kernel) {
        return names.of(kernel);
    }

    /** True when phases of this kind are slices of a scheduler. */
    default boolean isDrawn(SchedPhaseKind kind) {
        return kind != SchedPhaseKind.DUMMY_TASK && kind != SchedPhaseKind.PREDICATED_SKIP;
    }

    /** True when phases that cross others move to tracks of their own. */
    default boolean separatesCrossingPhases() {
        return true;
    }

    /** True when a submitted task without runs is one that could not run, or was not recorded. */
    default boolean mayHaveKernels(TraceScene scene, int task) {
        return scene.model.dependencies().isEmpty()
                ? scene.isCutShort()
                : scene.model.tasks().isSubmitted(task);
    }

    /** True when allocations of a host are drawn beside its submits. */
    default boolean drawsAllocationsOnHost() {
        return true;
    }

    /** True when a marker needs more length than it has. */
    default boolean isTooShort(long begin, long end) {
        return end < begin + TraceSink.SHORTEST_NANOS;
    }

    /** Where a marker ends that is at least as long as a slice has to be. */
    default long markerEnd(long begin, long end) {
        return Math.max(end, begin + TraceSink.SHORTEST_NANOS);
    }

    /** The number of each orchestrator thread in the picture, -1 for one that is left out. */
    default int[] orchestratorNumbers(SubmitPhases submits, boolean isOnHost) {
        int[] numbers = new int[submits.laneCount()];
        Arrays.setAll(numbers, lane -> lane);
        return numbers;
    }

    /** Where rows lie; asked once the lanes are known. */
    default RowPlaces places(KernelRuns rows, IntPredicate isScheduled, CoreLanes worker, CoreLanes scheduler) {
        return new OnLanes(rows, worker, scheduler);
    }

    /** Every row on its own lane, and arrows to its own slices. */
    record OnLanes(KernelRuns rows, CoreLanes worker, CoreLanes scheduler) implements RowPlaces {
        @Override
        public int workerTid(int row) {
            return TraceIds.core(rows.core(row), worker.lane(row));
        }

        @Override
        public int schedulerTid(int row) {
            return TraceIds.core(rows.core(row), scheduler.lane(row));
        }

        @Override
        public int workerEnd(int row) {
            return row;
        }

        @Override
        public int schedulerEnd(int row) {
            return row;
        }
    }
}
