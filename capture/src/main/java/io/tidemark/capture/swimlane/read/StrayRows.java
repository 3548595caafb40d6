package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.column.Extent;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.read.MomentClusters.Stamps;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Takes rows out of a draft whose stamps lie outside the run, so that one of them does not stretch
 * the axis of every report over years. What is taken out is counted and named as a loss. Part of
 * {@link SwimlaneReader}; one use, one thread.
 *
 * <p>Which stamps those are is decided by {@link MomentClusters}, once for the device's ticks and
 * once for the host's nanoseconds: the two clocks have nothing in common.
 */
final class StrayRows {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SwimlaneDraft draft;
    private final Block aicore;
    private final Block aicpu;
    private final Block phases;
    private final Block submits;
    private final Block hostSubmits;
    private final Block hostUploads;

    /** One table of the draft: who stamped each row, and when. */
    private record Block(
            String rows,
            String where,
            int size,
            int lanes,
            IntUnaryOperator lane,
            IntToLongFunction start,
            IntToLongFunction end,
            Extent extent) {}

    private StrayRows(SwimlaneDraft draft) {
        this.draft = draft;
        AicoreRows cores = draft.aicore;
        aicore = new Block(
                "AICore rows",
                "core",
                cores.size(),
                AicoreRows.MAX_CORE + 1,
                cores::core,
                cores::startTick,
                cores::endTick,
                extent(cores.starts(), cores.ends()));
        AicpuRows dispatches = draft.aicpu;
        aicpu = new Block(
                "AICPU rows",
                "core",
                dispatches.size(),
                AicoreRows.MAX_CORE + 1,
                dispatches::core,
                dispatches::dispatchTick,
                dispatches::finishTick,
                extent(dispatches.dispatches(), dispatches.finishes()));
        SchedulerPhases loops = draft.schedulerPhases;
        phases = new Block(
                "scheduler phases",
                "scheduler",
                loops.size(),
                loops.laneCount(),
                row -> lane(row, loops.laneCount(), loops::laneBegin),
                loops::startTick,
                loops::endTick,
                extent(loops.starts(), loops.ends()));
        submits = submits("orchestrator phases", draft.orchestratorSubmits);
        hostSubmits = submits("host submits", draft.hostSubmits);
        List<HostUpload> uploads = draft.hostUploads;
        hostUploads = new Block(
                "uploads",
                "host",
                uploads.size(),
                1,
                row -> 0,
                row -> uploads.get(row).startHostNanos(),
                row -> uploads.get(row).endHostNanos(),
                extent(uploads));
    }

    private static Extent extent(Extent starts, Extent ends) {
        return new Extent().addAll(starts).addAll(ends);
    }

    private static Extent extent(List<HostUpload> uploads) {
        Extent extent = new Extent();
        for (HostUpload upload : uploads) {
            extent.add(upload.startHostNanos());
            extent.add(upload.endHostNanos());
        }
        return extent;
    }

    private static Block submits(String rows, SubmitPhases table) {
        return new Block(
                rows,
                "orchestrator",
                table.size(),
                table.laneCount(),
                row -> lane(row, table.laneCount(), table::laneBegin),
                table::start,
                table::end,
                extent(table.starts(), table.ends()));
    }

    /** The last lane that begins at or before a row. */
    private static int lane(int row, int lanes, IntUnaryOperator begin) {
        int low = 0;
        int high = lanes - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (begin.applyAsInt(middle) <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /**
     * Sets stray rows aside.
     *
     * @param clockHz ticks of the device in a second
     * @param runNanos how long the run took at most, where the capture says so
     */
    static void setAside(SwimlaneDraft draft, long clockHz, OptionalLong runNanos) {
        StrayRows strays = new StrayRows(draft);
        strays.judge(List.of(strays.aicore, strays.aicpu, strays.phases, strays.submits), clockHz, runNanos);
        strays.judge(
                List.of(strays.hostSubmits, strays.hostUploads),
                NANOS_PER_SECOND,
                OptionalLong.empty()); // the host may build a graph long before it runs
    }

    private void judge(List<Block> blocks, long hz, OptionalLong runNanos) {
        List<Stamps> stamps = new ArrayList<>();
        int lanes = 0;
        for (Block block : blocks) {
            int firstLane = lanes;
            lanes += block.lanes();
            stamps.add(new Stamps(
                    block.size(),
                    row -> firstLane + block.lane().applyAsInt(row),
                    block.start(),
                    block.end(),
                    block.extent()));
        }
        MomentClusters clusters = new MomentClusters(stamps, hz, runNanos);
        if (!clusters.hasStrays()) {
            return;
        }
        for (int at = 0; at < blocks.size(); at++) {
            BitSet stray = clusters.strays(at);
            if (!stray.isEmpty()) {
                say(blocks.get(at), stray, clusters.reason());
                drop(blocks.get(at), stray);
            }
        }
    }

    private void say(Block block, BitSet stray, String reason) {
        int first = stray.nextSetBit(0);
        draft.context.loss(
                "row " + first + " of the " + block.rows(),
                "%d of %d %s set aside: stamped outside the run (%s), the first on %s %d from %d to %d"
                        .formatted(
                                stray.cardinality(),
                                block.size(),
                                block.rows(),
                                reason,
                                block.where(),
                                block.lane().applyAsInt(first),
                                block.start().applyAsLong(first),
                                block.end().applyAsLong(first)));
    }

    private void drop(Block block, BitSet stray) {
        if (block == aicore) {
            draft.aicore = draft.aicore.without(stray);
            if (draft.sawFanout) {
                draft.fanout = draft.fanout.without(stray);
            }
        } else if (block == aicpu) {
            draft.aicpu = draft.aicpu.without(stray);
        } else if (block == phases) {
            draft.schedulerPhases = draft.schedulerPhases.without(stray);
        } else if (block == submits) {
            draft.orchestratorSubmits = draft.orchestratorSubmits.without(stray);
        } else if (block == hostSubmits) {
            draft.hostSubmits = draft.hostSubmits.without(stray);
        } else {
            List<HostUpload> kept = new ArrayList<>();
            for (int row = 0; row < draft.hostUploads.size(); row++) {
                if (!stray.get(row)) {
                    kept.add(draft.hostUploads.get(row));
                }
            }
            draft.hostUploads = kept;
        }
    }
}
