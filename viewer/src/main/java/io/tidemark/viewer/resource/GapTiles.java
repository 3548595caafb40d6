package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreStates;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CoreLanes;
import io.tidemark.viewer.model.Runs;
import io.tidemark.viewer.model.StatesSource;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneBuilder;
import io.tidemark.viewer.timeline.LaneKind;
import io.tidemark.viewer.timeline.SharedCells;
import io.tidemark.viewer.timeline.Tile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Writes the idle time of the cores as tiles, and the table of the causes that each run waited for.
 * The tiles have the same bands and form as those of the runs. Their names are parts of the core
 * time. Their references are the runs that ended the wait. Lanes that show no core are empty. Any
 * thread may call.
 */
final class GapTiles implements Tile.Lanes {
    private final CaptureView view;
    private final StatesSource states;
    private LaneRows submitLanes; // made when first asked for
    private LaneRows schedulerLanes;
    private final int[] coreOfLane;
    private final SharedCells cells;

    GapTiles(CaptureView view, StatesSource states) {
        this.view = view;
        this.states = states;
        int lanes = view.timeline().lanes().size();
        this.coreOfLane = view.coreLanes().byLane(lanes);
        this.cells = new SharedCells(view.timeline().grid(), lanes, this::visitIdle);
    }

    byte[] tile(int band, int level, long index) {
        return Tile.write(view.timeline(), this, cells, band, level, index);
    }

    /** Runs of its core: idle time lies between them. */
    @Override
    public int length(int lane) {
        int core = coreOfLane[lane];
        return core == CoreLanes.NONE ? 0 : states.get().runs(core);
    }

    @Override
    public Lane lane(int number, long begin, long end) {
        return idle(number, begin, end);
    }

    /** All idle pieces of a lane. */
    void visitIdle(int lane, SharedCells.Visitor visitor) {
        visit(lane, 0, view.timeline().grid().rootNanos(), (part, begin, end, run) -> {
            if (part != CorePart.COMPUTE) {
                visitor.span(begin, end, part.ordinal());
            }
        });
    }

    /** The idle pieces of a lane in a window, on the axis of the page. */
    Lane idle(int lane, long from, long to) {
        Lane shown = view.timeline().lanes().get(lane);
        LaneBuilder builder = new LaneBuilder(shown.kind(), shown.label());
        visit(lane, from, to, (part, begin, end, run) -> {
            if (part != CorePart.COMPUTE) {
                builder.add(begin, end, part.ordinal(), run);
            }
        });
        return builder.build();
    }

    /** The pieces of a lane's core in a window, with times and runs of the page; none elsewhere. */
    void visit(int lane, long from, long to, CoreStates.Visitor visitor) {
        int core = coreOfLane[lane];
        if (core == CoreLanes.NONE || states.get().runs(core) == 0) { // no task ran: no core time
            return;
        }
        var axis = view.axis().orElseThrow();
        states.get()
                .visit(
                        core,
                        axis.unshifted(from),
                        axis.unshifted(to),
                        (part, begin, end, run) -> visitor.piece(
                                part,
                                axis.shifted(begin),
                                axis.shifted(end),
                                view.runs().ofModel(run)));
    }

    /** True when the core of this lane ran a task: only such cores have core time. */
    boolean isUsed(int lane) {
        int core = coreOfLane[lane];
        return core != CoreLanes.NONE && states.get().runs(core) > 0;
    }

    /**
     * What each run waited for: five i32 values, each -1 if there is none. The first two are the
     * run of the producer that ended last and the previous run on a partner core. The others are
     * the lane of its submit, the scheduler thread that serves its core, and the lane of that
     * thread.
     */
    byte[] causes(int chunk) {
        CoreStates known = states.get();
        Runs runs = view.runs();
        int from = chunk * Chunks.ROWS;
        return new Columns(Chunks.length(runs.size(), Chunks.ROWS, chunk))
                .ints(at -> cause(from + at, run -> runs.ofModel(known.producer(run))))
                .ints(at -> cause(from + at, run -> runs.ofModel(known.partner(run))))
                .ints(at -> cause(from + at, run -> submitLanes().of(known.submitRow(run))))
                .ints(at -> states.threadOf(runs.core(from + at)))
                .ints(at -> schedulerLane(states.threadOf(runs.core(from + at))))
                .toBytes();
    }

    /** The longest piece of each part, by ordinal: {lane, begin, end}, null where there is none. */
    long[][] longest() {
        long[][] longest = new long[CorePart.values().length][];
        for (int lane = 0; lane < coreOfLane.length; lane++) {
            int number = lane;
            visit(lane, 0, view.timeline().durationNanos(), (part, begin, end, run) -> {
                long[] known = longest[part.ordinal()];
                if (known == null || end - begin > known[2] - known[1]) {
                    longest[part.ordinal()] = new long[] {number, begin, end};
                }
            });
        }
        return longest;
    }

    private synchronized LaneRows submitLanes() {
        if (submitLanes == null) {
            Set<LaneKind> kinds = Set.of(LaneKind.ORCHESTRATOR, LaneKind.HOST);
            submitLanes = new LaneRows(view.timeline().lanes(), kinds);
        }
        return submitLanes;
    }

    private synchronized LaneRows schedulerLanes() {
        if (schedulerLanes == null) {
            schedulerLanes = new LaneRows(view.timeline().lanes(), Set.of(LaneKind.SCHEDULER));
        }
        return schedulerLanes;
    }

    private int cause(int run, IntUnaryOperator culprit) {
        int inModel = view.runs().modelRun(run);
        return inModel < 0 ? -1 : culprit.applyAsInt(inModel);
    }

    private int schedulerLane(int thread) {
        SchedulerPhases phases = view.swimlane().orElseThrow().schedulerPhases();
        boolean isKnown = thread >= 0 && thread < phases.laneCount();
        for (int row = isKnown ? phases.laneBegin(thread) : 0; isKnown && row < phases.laneEnd(thread); row++) {
            int lane = schedulerLanes().of(row);
            if (lane >= 0) {
                return lane;
            }
        }
        return -1;
    }

    /** Which lane of some kinds shows a row. Rows of a lane stand together. */
    private static final class LaneRows {
        private final TreeMap<Integer, Integer> laneByFirstRow = new TreeMap<>();
        private final Map<Integer, Integer> lastRow = new HashMap<>();

        LaneRows(List<Lane> lanes, Set<LaneKind> kinds) {
            for (int number = 0; number < lanes.size(); number++) {
                Lane lane = lanes.get(number);
                int first = Integer.MAX_VALUE;
                int last = -1;
                for (int span = 0; kinds.contains(lane.kind()) && span < lane.size(); span++) {
                    first = Math.min(first, lane.reference(span));
                    last = Math.max(last, lane.reference(span));
                }
                if (last >= 0) {
                    laneByFirstRow.put(first, number);
                    lastRow.put(number, last);
                }
            }
        }

        int of(int row) {
            Map.Entry<Integer, Integer> entry = laneByFirstRow.floorEntry(row);
            return entry != null && row <= lastRow.get(entry.getValue()) ? entry.getValue() : -1;
        }
    }
}
