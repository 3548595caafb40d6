package io.tidemark.viewer.resource;

import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.analysis.counter.Counters;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.timeline.Skyline;
import io.tidemark.viewer.timeline.Tile;
import io.tidemark.viewer.timeline.TileGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The pieces of one capture. Names are a word and up to three numbers ({@code tile/0/3/5}), never a
 * path: nothing a client sends is ever joined to a file name. Any thread may call; the view it
 * reads never changes.
 */
public final class CaptureResources implements ResourceSet {
    /** How the values of one argument are called, before its number. */
    public static final String VALUES = "arg/";

    /** What the page must know before it can draw anything. */
    public static final String META = "meta.json";

    private static final Set<String> SEARCHED = Set.of("order", "facts", "tasks", "critical");
    private static final String HANG_FILE = "hang.json";
    private static final long LARGEST_HANG_BYTES = 8 << 20;

    private final CaptureView view;
    private final RunChunk runs;
    private final Optional<GraphChunk> graph;
    private final Optional<ArgumentResources> arguments;
    private final Optional<GapTiles> gaps;
    private final RangeResources ranges;
    private CriticalResources critical;
    private CounterResources counters;

    public CaptureResources(CaptureView view) {
        this.view = view;
        this.runs = new RunChunk(view);
        this.graph = view.graph().map(nodes -> new GraphChunk(view, nodes));
        this.arguments = view.args().map(manifest -> new ArgumentResources(view, manifest));
        this.gaps = view.states().map(states -> new GapTiles(view, states));
        this.ranges = new RangeResources(view, gaps);
    }

    public CaptureView view() {
        return view;
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        int slash = name.indexOf('/');
        if (slash < 0) {
            return whole(name);
        }
        long number = TileName.number(name.substring(slash + 1));
        return number >= 0
                ? chunk(name.substring(0, slash), (int) Math.min(number, Integer.MAX_VALUE))
                : TileName.parse(name).flatMap(this::tile).or(() -> range(name));
    }

    private Optional<byte[]> tile(TileName name) {
        TileGrid grid = view.timeline().grid();
        int bands = name.word().equals(TileName.COUNTER)
                ? counters().map(CounterResources::size).orElse(0)
                : view.timeline().bands();
        if (!name.isOn(grid, bands)) {
            return Optional.empty();
        }
        int band = (int) name.band();
        int level = (int) name.level();
        return switch (name.word()) {
            case TileName.GAPS -> gaps.map(tiles -> tiles.tile(band, level, name.index()));
            case TileName.COUNTER -> counters().map(tiles -> tiles.tile(band, level, name.index()));
            default -> Optional.of(Tile.write(view.timeline(), band, level, name.index()));
        };
    }

    private Optional<byte[]> range(String name) {
        return RangeName.parse(name, view.timeline().lanes().size())
                .map(range -> range.name() < 0 ? ranges.report(range, critical(), ready()) : ranges.runs(range));
    }

    private Optional<CounterTrack> ready() {
        return view.counters().stream()
                .flatMap(source -> source.get().stream())
                .filter(track -> track.key().equals(Counters.READY_TASKS))
                .findFirst();
    }

    /** The counters, worked out when first asked for. */
    private synchronized Optional<CounterResources> counters() {
        if (counters == null && view.counters().isPresent()) {
            counters = new CounterResources(view, view.counters().get().get());
        }
        return Optional.ofNullable(counters);
    }

    private Optional<byte[]> whole(String name) throws IOException {
        return switch (name) {
            case META -> Optional.of(MetaJson.write(view));
            case "overview.json" -> Optional.of(OverviewJson.write(view, hangBytes(), LARGEST_HANG_BYTES));
            case "hints.json" -> Optional.of(HintsJson.write(view, gaps));
            case "critical.json" -> critical().map(CriticalResources::write);
            case "counters.json" -> counters().map(CounterResources::list);
            case "pmu.json" -> view.pmuReport().map(source -> PmuPageJson.write(view, source));
            case "fold-kernel.json", "fold-scope.json", "fold-layer.json" ->
                view.graph().map(graph -> new FoldedGraph(view, graph).write(name));
            case "scopes.json" -> view.scopes().map(ScopesJson::write);
            case HANG_FILE -> hang();
            case "skyline" -> Optional.of(Skyline.write(view.timeline()));
            default -> Optional.empty();
        };
    }

    private Optional<byte[]> chunk(String name, int chunk) throws IOException {
        int rows = rows(name);
        int perChunk = name.equals("arg") ? 1 : rowsPerChunk(name);
        if (chunk >= Chunks.count(rows, perChunk)) {
            return Optional.empty();
        }
        return switch (name) {
            case "runs" -> Optional.of(runs.table(chunk));
            case "order" -> Optional.of(runs.order(chunk));
            case "facts" -> Optional.of(runs.facts(chunk));
            case "counters" -> Optional.of(runs.counters(chunk));
            case "tasks" -> Optional.of(PhaseChunk.tasks(view, chunk));
            case "critical" -> critical().map(path -> path.chunk(chunk));
            case "causes" -> gaps.map(tiles -> tiles.causes(chunk));
            case "samples" -> view.scopes().map(table -> SampleChunk.write(table, chunk));
            case "graph" -> graph.map(nodes -> nodes.write(chunk));
            case "phases" -> view.swimlane().map(t -> PhaseChunk.phases(t.schedulerPhases(), chunk));
            case "submits" -> view.swimlane().map(t -> PhaseChunk.submits(t.orchestratorSubmits(), chunk));
            case "hostsubmits" -> view.swimlane().map(t -> PhaseChunk.submits(t.hostSubmits(), chunk));
            case "hostphases" -> Optional.of(PhaseChunk.hostPhases(view.hostPhases(), chunk));
            case "args" -> arguments.map(table -> table.table(chunk));
            case "arg" -> Optional.of(arguments.orElseThrow().values(chunk));
            default -> Optional.empty();
        };
    }

    private int rows(String name) {
        return switch (name) {
            case "runs", "order", "facts" -> view.runs().size();
            case "counters" -> view.pmu().isPresent() ? view.runs().size() : 0;
            case "tasks" -> view.tasks().size();
            case "causes" -> gaps.isPresent() ? view.runs().size() : 0;
            case "samples" -> view.scopes().map(ScopeTable::size).orElse(0);
            case "critical" -> critical().map(CriticalResources::size).orElse(0);
            case "graph" -> view.graph().map(nodes -> nodes.nodeCount()).orElse(0);
            case "phases" ->
                view.swimlane().map(t -> t.schedulerPhases().size()).orElse(0);
            case "submits" ->
                view.swimlane().map(t -> t.orchestratorSubmits().size()).orElse(0);
            case "hostsubmits" ->
                view.swimlane().map(t -> t.hostSubmits().size()).orElse(0);
            case "hostphases" -> view.hostPhases().phases().size();
            case "args", "arg" -> view.argumentOrder().size();
            default -> 0;
        };
    }

    private static int rowsPerChunk(String table) {
        return SEARCHED.contains(table) ? Chunks.SEARCH_ROWS : Chunks.ROWS;
    }

    /** The critical path, worked out when first asked for. */
    private synchronized Optional<CriticalResources> critical() {
        if (critical == null && view.critical().isPresent()) {
            critical = new CriticalResources(view.critical().get().get(), view.runs());
        }
        return Optional.ofNullable(critical);
    }

    private Optional<byte[]> hang() throws IOException {
        Optional<Path> file = hangFile();
        return file.isEmpty() ? Optional.empty() : Optional.of(Files.readAllBytes(file.get()));
    }

    private Optional<Path> hangFile() {
        long bytes = hangBytes();
        return bytes >= 0 && bytes <= LARGEST_HANG_BYTES
                ? Optional.of(view.directory().root().resolve(HANG_FILE))
                : Optional.empty();
    }

    /** Size of the doctor's report, -1 when there is none. */
    private long hangBytes() {
        Path file = view.directory().root().resolve(HANG_FILE);
        try {
            return Files.isRegularFile(file) ? Files.size(file) : -1;
        } catch (IOException gone) {
            return -1;
        }
    }

    /** Takes pieces, one after the other. */
    @FunctionalInterface
    public interface PieceVisitor {
        /** False when it wants no more. */
        boolean piece(String name, byte[] bytes) throws IOException;
    }

    /**
     * The pieces that a page asks for first, whatever is shown of the capture: all that does not
     * grow with the number of tasks, and all tiles down to a level, coarse ones first. Also those
     * behind the end of the run and below a tile that says everything: a page asks for them before
     * it knows.
     */
    public void visitFirst(int deepestLevel, PieceVisitor visitor) throws IOException {
        for (String name : single()) {
            Optional<byte[]> bytes = whole(name);
            if (bytes.isPresent() && !visitor.piece(name, bytes.get())) {
                return;
            }
        }
        int deepest = Math.min(deepestLevel, view.timeline().grid().deepestLevel());
        for (int level = 0; level <= deepest; level++) {
            for (TileName root : rootTiles()) {
                for (long index = 0; index < 1L << level; index++) {
                    TileName name = new TileName(root.word(), root.band(), level, index);
                    if (!visitor.piece(name.toString(), tile(name).orElseThrow())) {
                        return;
                    }
                }
            }
        }
    }

    /** The tile of the whole run of each band and counter. */
    private List<TileName> rootTiles() {
        List<TileName> tiles = new ArrayList<>();
        for (int band = 0; band < view.timeline().bands(); band++) {
            tiles.add(new TileName(TileName.RUNS, band, 0, 0));
            if (gaps.isPresent()) {
                tiles.add(new TileName(TileName.GAPS, band, 0, 0));
            }
        }
        int tracks = counters().map(CounterResources::size).orElse(0);
        for (int number = 0; number < tracks; number++) {
            tiles.add(new TileName(TileName.COUNTER, number, 0, 0));
        }
        return tiles;
    }

    /** The tiles one level below that the run reaches. */
    private List<TileName> halves(TileName name) {
        TileGrid grid = view.timeline().grid();
        int level = (int) name.level() + 1;
        return LongStream.of(name.index() * 2, name.index() * 2 + 1)
                .filter(index -> grid.has(level, index))
                .filter(index -> grid.tileBegin(level, index) <= view.timeline().durationNanos())
                .mapToObj(index -> new TileName(name.word(), name.band(), level, index))
                .toList();
    }

    /** True when no deeper level of this tile says more. */
    private boolean isWhole(TileName name, byte[] bytes) {
        return name.word().equals(TileName.COUNTER)
                ? counters().orElseThrow().isExact((int) name.band(), (int) name.level(), name.index())
                : Tile.isWhole(bytes);
    }

    /** Every name, deepest tiles last; a tile that is whole ends its branch. */
    @Override
    public List<String> names() {
        List<String> names = single();
        rootTiles().forEach(tile -> addTiles(names, tile));
        for (String table : List.of(
                "runs",
                "order",
                "facts",
                "counters",
                "tasks",
                "causes",
                "samples",
                "critical",
                "graph",
                "phases",
                "submits",
                "hostsubmits",
                "hostphases",
                "args")) {
            int chunks = Chunks.count(rows(table), rowsPerChunk(table));
            for (int chunk = 0; chunk < chunks; chunk++) {
                names.add(table + "/" + chunk);
            }
        }
        for (int position = 0; position < rows("arg"); position++) {
            if (view.args().orElseThrow().payloadBytes(view.argumentOrder().row(position)) > 0) {
                names.add(VALUES + position);
            }
        }
        return names;
    }

    /** Names of the pieces that are there once. */
    private List<String> single() {
        List<String> names = new ArrayList<>(List.of(META, "overview.json", "hints.json", "skyline"));
        if (view.critical().isPresent()) {
            names.add("critical.json");
        }
        if (view.graph().isPresent()) {
            names.addAll(FoldedGraph.NAMES);
        }
        if (view.pmu().isPresent()) {
            names.add("pmu.json");
        }
        if (view.scopes().isPresent()) {
            names.add("scopes.json");
        }
        if (hangFile().isPresent()) {
            names.add(HANG_FILE);
        }
        if (view.counters().isPresent()) {
            names.add("counters.json");
        }
        return names;
    }

    private void addTiles(List<String> names, TileName name) {
        names.add(name.toString());
        if (!isWhole(name, tile(name).orElseThrow())) {
            halves(name).forEach(half -> addTiles(names, half));
        }
    }
}
