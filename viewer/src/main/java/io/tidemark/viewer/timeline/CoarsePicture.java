package io.tidemark.viewer.timeline;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A picture that is only so fine: the cells of one level for each lane, from which the tiles of
 * that level and of all coarser ones are made. Its size does not depend on the number of spans.
 * Lanes are filled side by side, each by one thread, before it is read; then any thread may read.
 */
public final class CoarsePicture implements Picture {
    private final long durationNanos;
    private final TileGrid grid;
    private final int finestLevel;
    private final List<CoarseLane> lanes = new ArrayList<>();
    private int[] nameOfKey = {};
    private List<String> names = List.of();
    private List<Stretch> stretches = List.of();

    /** An empty picture of a run of this length, for as many lanes. */
    public CoarsePicture(long durationNanos, int lanes) {
        this.durationNanos = durationNanos;
        this.grid = TileGrid.covering(durationNanos);
        this.finestLevel = SharedCells.finestLevel(grid, lanes);
    }

    /** A lane under construction, and after that a part of the picture. */
    public final class CoarseLane implements LaneHead {
        private final LaneKind kind;
        private final String label;
        private LaneCells cells;
        private int size;

        private CoarseLane(LaneKind kind, String label) {
            this.kind = kind;
            this.label = label;
        }

        /** Adds a span of the run; a key is any small number that stands for a name. */
        public void add(long beginNanos, long endNanos, int key) {
            if (cells == null) {
                cells = new LaneCells(TileGrid.CELLS << finestLevel);
                cells.lay(0, grid.rootNanos());
            }
            cells.add(beginNanos, Math.max(beginNanos, endNanos), key);
            size++;
        }

        @Override
        public LaneKind kind() {
            return kind;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public int size() {
            return size;
        }
    }

    /** The next lane from the top. */
    public CoarseLane addLane(LaneKind kind, String label) {
        CoarseLane lane = new CoarseLane(kind, label);
        lanes.add(lane);
        return lane;
    }

    /** Names what the lanes hold and says what they lack; after the last span. */
    public void finish(IntFunction<String> nameOf, List<Stretch> missing) {
        BitSet keys = new BitSet();
        for (CoarseLane lane : lanes) {
            if (lane.cells != null) {
                lane.cells.markNames(keys);
            }
        }
        Map<String, Integer> known = new LinkedHashMap<>();
        nameOfKey = new int[keys.length()];
        for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
            nameOfKey[key] = known.computeIfAbsent(nameOf.apply(key), name -> known.size());
        }
        names = List.copyOf(known.keySet());
        stretches = List.copyOf(missing);
    }

    @Override
    public List<CoarseLane> lanes() {
        return lanes;
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public List<Stretch> stretches() {
        return stretches;
    }

    @Override
    public long durationNanos() {
        return durationNanos;
    }

    @Override
    public TileGrid grid() {
        return grid;
    }

    @Override
    public Optional<byte[]> tile(int band, int level, long index) {
        if (level > finestLevel) {
            return Optional.empty();
        }
        int from = band * TileGrid.BAND_LANES;
        LaneCells[] cells = new LaneCells[Math.min(TileGrid.BAND_LANES, lanes.size() - from)];
        for (int at = 0; at < cells.length; at++) {
            LaneCells finest = lanes.get(from + at).cells;
            if (finest != null) {
                cells[at] = new LaneCells();
                cells[at].fill(finest, grid.tileBegin(level, index), grid.tileNanos(level));
            }
        }
        return Optional.of(Tile.write(cells, key -> nameOfKey[key]));
    }

    @Override
    public byte[] skyline() {
        return Skyline.write(durationNanos, (kind, visitor) -> {
            long width = grid.rootNanos() / ((long) TileGrid.CELLS << finestLevel);
            for (CoarseLane lane : lanes) {
                if (lane.kind == kind) {
                    visitor.lane();
                    for (int cell = 0; lane.cells != null && cell * width < durationNanos; cell++) {
                        long begin = cell * width;
                        visitor.span(begin, begin + Math.min(width, lane.cells.busyNanos(cell)));
                    }
                }
            }
        });
    }
}
