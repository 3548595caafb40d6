package io.tidemark.viewer.resource;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreStates;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CoreLanes;
import io.tidemark.viewer.model.StatesSource;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.LaneBuilder;
import io.tidemark.viewer.timeline.Tile;
import io.tidemark.viewer.timeline.TileGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Writes the idle time of the cores: tiles of the same bands and form as those of the runs, whose
 * names are parts of the core time and whose references are the runs that ended the wait; and the
 * table of what each run waited for. Lanes that show no core are empty. Any thread may call.
 */
final class GapTiles {
    private final CaptureView view;
    private final StatesSource states;
    private final int[] coreOfLane;

    GapTiles(CaptureView view, StatesSource states) {
        this.view = view;
        this.states = states;
        this.coreOfLane = view.coreLanes().byLane(view.timeline().lanes().size());
    }

    byte[] tile(int band, int level, long index) {
        TileGrid grid = view.timeline().grid();
        long begin = grid.tileBegin(level, index);
        long nanos = grid.tileNanos(level);
        List<Lane> lanes = new ArrayList<>();
        int first = band * TileGrid.BAND_LANES;
        for (int at = 0; at < view.timeline().band(band).size(); at++) {
            lanes.add(idle(first + at, begin, begin + nanos));
        }
        return Tile.write(lanes, begin, nanos);
    }

    /** The idle pieces of a lane in a window, on the axis of the page. */
    Lane idle(int lane, long from, long to) {
        Lane shown = view.timeline().lanes().get(lane);
        LaneBuilder builder = new LaneBuilder(shown.kind(), shown.label());
        visit(
                lane,
                from,
                to,
                (part, begin, end, run) -> {
                    if (part != CorePart.COMPUTE) {
                        builder.add(begin, end, part.ordinal(), run);
                    }
                });
        return builder.build();
    }

    /** The pieces of a lane's core in a window, with times and runs of the page; none elsewhere. */
    void visit(int lane, long from, long to, CoreStates.Visitor visitor) {
        int core = coreOfLane[lane];
        if (core == CoreLanes.NONE || core >= states.get().cores()) {
            return;
        }
        var axis = view.axis().orElseThrow();
        states.get()
                .visit(
                        core,
                        axis.unshifted(from),
                        axis.unshifted(to),
                        (part, begin, end, run) ->
                                visitor.piece(
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
     * What each run waited for: i32 run of the producer that ended last, run that a partner core
     * ran before, row of the submit, lane of the scheduler thread; -1 where there is none.
     */
    byte[] causes(int chunk) {
        CoreStates known = states.get();
        int from = chunk * Chunks.ROWS;
        return new Columns(Chunks.length(view.runs().size(), Chunks.ROWS, chunk))
                .ints(at -> cause(from + at, known::producer))
                .ints(at -> cause(from + at, known::partner))
                .ints(
                        at -> {
                            int run = view.runs().modelRun(from + at);
                            return run < 0 ? -1 : known.submitRow(run);
                        })
                .ints(at -> states.threadOf(view.runs().core(from + at)))
                .toBytes();
    }

    private int cause(int run, IntUnaryOperator culprit) {
        int inModel = view.runs().modelRun(run);
        return inModel < 0 ? -1 : view.runs().ofModel(culprit.applyAsInt(inModel));
    }
}
