package io.tidemark.viewer.resource;

import io.tidemark.analysis.counter.CounterTrack;
import io.tidemark.analysis.counter.Counters;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.timeline.Skyline;
import io.tidemark.viewer.timeline.Tile;
import io.tidemark.viewer.timeline.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The pieces of one capture, as one map by the first word of their names. Names are a word and up to three numbers
 * ({@code tile/0/3/5}), never a path: nothing a client sends is ever joined to a file name. What a capture does not
 * have is not in the map. Any thread may call; the view it reads never changes.
 */
public final class CaptureResources implements ResourceSet {
    /** How the values of one argument are called, before its number. */
    public static final String VALUES = "arg/";

    /** What the page must know before it can draw anything. */
    public static final String META = "meta.json";

    private static final String HANG_FILE = "hang.json";
    private static final long LARGEST_HANG_BYTES = 8 << 20;

    private final CaptureView view;
    private final Optional<GapTiles> gaps;
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private CriticalResources critical;
    private CounterResources counters;

    public CaptureResources(CaptureView view) {
        this.view = view;
        this.gaps = view.states().map(states -> new GapTiles(view, states));
        putWholes();
        putTiles();
        putRuns();
        putTables();
        view.swimlane().ifPresent(this::putPhases);
        view.args().ifPresent(this::putArguments);
        RangeResources ranges = new RangeResources(view, gaps);
        resources.put(RangeName.RANGE, name -> range(name).map(range -> ranges.report(range, critical(), ready())));
        resources.put(RangeName.RUNS, name -> range(name).map(ranges::runs));
    }

    public CaptureView view() {
        return view;
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        Resource found = resources.get(name.split("/", 2)[0]);
        return found == null ? Optional.empty() : found.read(name);
    }

    @Override
    public List<String> names() {
        List<String> names = new ArrayList<>();
        resources.forEach((word, resource) -> resource.list(word, names));
        return names;
    }

    private void put(String name, Resource.Whole piece) {
        resources.put(name, piece);
    }

    private void putWholes() {
        put(META, () -> MetaJson.write(view));
        put("overview.json", () -> OverviewJson.write(view, hangBytes(), LARGEST_HANG_BYTES));
        put("hints.json", () -> HintsJson.write(view, gaps));
        put("skyline", () -> Skyline.write(view.timeline()));
        if (view.critical().isPresent()) {
            put("critical.json", () -> critical().orElseThrow().write());
        }
        view.graph()
                .ifPresent(graph ->
                        FoldedGraph.NAMES.forEach(name -> put(name, () -> new FoldedGraph(view, graph).write(name))));
        view.pmuReport().ifPresent(source -> put("pmu.json", () -> PmuPageJson.write(view, source)));
        view.scopes().ifPresent(table -> put("scopes.json", () -> ScopesJson.write(table)));
        if (hangBytes() >= 0 && hangBytes() <= LARGEST_HANG_BYTES) {
            put(HANG_FILE, () -> Files.readAllBytes(hangFile()));
        }
        if (view.counters().isPresent()) {
            put("counters.json", () -> counters().list());
        }
    }

    private void putTiles() {
        Timeline timeline = view.timeline();
        Resource.Tiles.Check byBytes = (name, bytes) -> Tile.isWhole(bytes);
        Resource.Tiles.Writer ran = (band, level, index) -> Tile.write(timeline, band, level, index);
        resources.put(TileName.RUNS, new Resource.Tiles(timeline, timeline::bands, ran, byBytes));
        gaps.ifPresent(tiles ->
                resources.put(TileName.GAPS, new Resource.Tiles(timeline, timeline::bands, tiles::tile, byBytes)));
        if (view.counters().isPresent()) {
            Resource.Tiles.Writer counted = (number, level, index) -> counters().tile(number, level, index);
            Resource.Tiles.Check exact =
                    (name, bytes) -> counters().isExact((int) name.band(), (int) name.level(), name.index());
            resources.put(
                    TileName.COUNTER,
                    new Resource.Tiles(timeline, () -> counters().size(), counted, exact));
        }
    }

    /** A table whose rows are looked at one by one. */
    private void putTable(String name, IntSupplier rows, Resource.ChunkWriter writer) {
        resources.put(name, new Resource.Table(rows, Chunks.ROWS, writer));
    }

    /** A table that is searched through. */
    private void putSearched(String name, IntSupplier rows, Resource.ChunkWriter writer) {
        resources.put(name, new Resource.Table(rows, Chunks.SEARCH_ROWS, writer));
    }

    private void putRuns() {
        RunChunk runs = new RunChunk(view);
        IntSupplier rows = view.runs()::size;
        putTable("runs", rows, runs::table);
        putSearched("order", rows, runs::order);
        putSearched("facts", rows, runs::facts);
        if (view.pmu().isPresent()) {
            putTable("counters", rows, runs::counters);
        }
        gaps.ifPresent(tiles -> putTable("causes", rows, tiles::causes));
    }

    private void putTables() {
        putSearched("tasks", view.tasks()::size, chunk -> PhaseChunk.tasks(view, chunk));
        view.scopes().ifPresent(table -> putTable("samples", table::size, chunk -> SampleChunk.write(table, chunk)));
        if (view.critical().isPresent()) {
            putSearched(
                    "critical",
                    () -> critical().orElseThrow().size(),
                    chunk -> critical().orElseThrow().chunk(chunk));
        }
        view.graph().ifPresent(nodes -> putTable("graph", nodes::nodeCount, new GraphChunk(view, nodes)::write));
        putTable(
                "hostphases",
                view.hostPhases().phases()::size,
                chunk -> PhaseChunk.hostPhases(view.hostPhases(), chunk));
    }

    private void putPhases(SwimlaneTable table) {
        putTable("phases", table.schedulerPhases()::size, chunk -> PhaseChunk.phases(table.schedulerPhases(), chunk));
        putTable(
                "submits",
                table.orchestratorSubmits()::size,
                chunk -> PhaseChunk.submits(table.orchestratorSubmits(), chunk));
        putTable("hostsubmits", table.hostSubmits()::size, chunk -> PhaseChunk.submits(table.hostSubmits(), chunk));
    }

    private void putArguments(ArgsManifest manifest) {
        ArgumentResources arguments = new ArgumentResources(view, manifest);
        IntSupplier rows = view.argumentOrder()::size;
        putTable("args", rows, arguments::table);
        resources.put(
                VALUES.substring(0, VALUES.length() - 1),
                new Resource.Table(
                        rows,
                        1,
                        position -> manifest.payloadBytes(view.argumentOrder().row(position)) > 0,
                        arguments::values));
    }

    private Optional<RangeName> range(String name) {
        return RangeName.parse(name, view.timeline().lanes().size());
    }

    private Optional<CounterTrack> ready() {
        return view.counters().stream()
                .flatMap(source -> source.get().stream())
                .filter(track -> track.key().equals(Counters.READY_TASKS))
                .findFirst();
    }

    /** The counters of a view that has some, worked out when first asked for. */
    private synchronized CounterResources counters() {
        if (counters == null) {
            counters = new CounterResources(view, view.counters().orElseThrow().get());
        }
        return counters;
    }

    /** The critical path, worked out when first asked for. */
    private synchronized Optional<CriticalResources> critical() {
        if (critical == null && view.critical().isPresent()) {
            critical = new CriticalResources(view.critical().get().get(), view.runs());
        }
        return Optional.ofNullable(critical);
    }

    private Path hangFile() {
        return view.directory().root().resolve(HANG_FILE);
    }

    /** Size of the doctor's report, -1 when there is none. */
    private long hangBytes() {
        try {
            return Files.isRegularFile(hangFile()) ? Files.size(hangFile()) : -1;
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
        for (Map.Entry<String, Resource> entry : resources.entrySet()) {
            if (entry.getValue() instanceof Resource.Whole piece && !visitor.piece(entry.getKey(), piece.write())) {
                return;
            }
        }
        int deepest = Math.min(deepestLevel, view.timeline().grid().deepestLevel());
        for (int level = 0; level <= deepest; level++) {
            for (Map.Entry<String, Resource> entry : resources.entrySet()) {
                if (entry.getValue() instanceof Resource.Tiles tiles && !tiles.visit(entry.getKey(), level, visitor)) {
                    return;
                }
            }
        }
    }
}
