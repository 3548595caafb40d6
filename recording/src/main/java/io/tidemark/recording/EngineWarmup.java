package io.tidemark.recording;

import io.tidemark.abi.DType;
import io.tidemark.capture.file.FileClaim;
import io.tidemark.capture.file.OwnFiles;
import io.tidemark.memory.region.RegionPlace;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskGraph;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs empty tasks before a run, recorded as the run will be, and throws the records away. The JVM has then compiled
 * its code of schedulers, cores, orchestrator and probes when the run begins. It warms the engine, not the kernels of a
 * program. Ends after a fixed time or number of tasks, whichever comes first. One thread.
 */
final class EngineWarmup {
    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final int MOST_LAYERS = 1_920;
    private static final int LAYERS_OF_A_SCOPE = 4;
    private static final int WIDTH = 32;
    private static final int ELEMENTS = 16;
    private static final long MEMORY_BYTES = 1 << 20;
    private static final long ROOM_BYTES = 256L << 20; // of a region, with some to spare
    private static final String PREFIX = "tidemark-warm-up-";
    private static final String LOCK = "lock"; // held as long as the directory is used
    private static final Kernel EMPTY = Kernel.aiv(0, "warm-up", context -> {});

    private EngineWarmup() {}

    /**
     * Runs the tasks. All files are in one directory, which is removed. If a process died in its warm-up, the next
     * warm-up removes its directory.
     *
     * @return how many tasks ran; 0 if the run failed
     * @throws IOException if there is no room for what is recorded
     */
    static int run(RecordingPlan plan) throws IOException {
        Path parent = plan.regionDirectory().orElseGet(EngineWarmup::memory);
        removeLeftovers(parent);
        Path place = Files.createTempDirectory(parent, PREFIX);
        try (FileClaim _ = FileClaim.take(place.resolve(LOCK))
                        .orElseThrow(() -> new IOException(place + " was taken by another process"));
                Recorder recorder = Recorder.open(planIn(Files.createDirectory(place.resolve("capture")), plan))) {
            RunResult result = recorder.record(new Program("warm-up", EngineWarmup::submit, rows(), List.of(EMPTY)));
            return result.isOk() ? (int) result.submitted() : 0;
        } finally {
            remove(place);
        }
    }

    /**
     * A buffer for each: a look-up compares a view with every region that was written of its
     * buffer, and most of the time would go there.
     */
    private static List<HostTensor> rows() {
        TensorSpec row = TensorSpec.of(DType.INT64, ELEMENTS);
        return IntStream.range(0, 2 * WIDTH)
                .mapToObj(i -> HostTensor.inout("row" + i, row, MemorySegment.ofArray(new long[ELEMENTS])))
                .toList();
    }

    /** Where regions go: memory, if there is such a directory with room. */
    private static Path memory() {
        return RegionPlace.choose(Path.of(System.getProperty("java.io.tmpdir")), ROOM_BYTES)
                .directory();
    }

    /** Directories of processes that are gone: their locks are free, of processes in other containers too. */
    private static void removeLeftovers(Path parent) throws IOException {
        List<Path> found;
        try (Stream<Path> files = Files.list(parent)) {
            found = files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .filter(OwnFiles::isDirectory)
                    .map(directory -> directory.resolve(LOCK))
                    .filter(lock -> Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(lock))
                    .toList();
        }
        for (Path lock : found) {
            Optional<FileClaim> claim = FileClaim.take(lock);
            if (claim.isPresent()) {
                try (FileClaim _ = claim.get()) {
                    remove(lock.getParent());
                }
            }
        }
    }

    private static RecordingPlan planIn(Path place, RecordingPlan plan) {
        RuntimeConfig config = plan.config();
        RecordingPlan.Builder builder = RecordingPlan.into(place)
                .title("warm-up")
                .config(RuntimeConfig.builder()
                        .platform(config.platform())
                        .runtime(config.runtime())
                        .clusters(config.clusters())
                        .carriers(config.carriers())
                        .memoryBytes(MEMORY_BYTES)
                        .serial(config.serial())
                        .build())
                .call(withRoom(plan.call()))
                .regionDirectory(place)
                .export(ExportChoice.NEVER);
        plan.kits().stream().filter(kit -> kit.channel().isPrivate()).forEach(builder::channel);
        plan.pools().values().forEach(builder::pools);
        plan.onFull().ifPresent(builder::onFull);
        return builder.build();
    }

    /** The same call with rings that the tasks fit into, whatever those of the run are. */
    private static CallConfig withRoom(CallConfig call) {
        return new CallConfig(
                call.aicpuThreads(),
                CallConfig.defaults().rings(),
                call.flags(),
                call.dumpArgsLevel(),
                call.pmuEvent(),
                call.distSwimlaneLevel());
    }

    /**
     * Layers: each task waits for two of the layer before and for the one two layers before. A
     * scope holds a few of them: what its tasks took from the rings comes back only when it closes.
     */
    private static void submit(TaskGraph graph) {
        long end = System.nanoTime() + LIMIT.toNanos();
        Tensor[] rows = new Tensor[2 * WIDTH];
        Arrays.setAll(rows, graph::argument);
        int most = graph.runtime().reclaims() ? MOST_LAYERS : MOST_LAYERS / 6;
        int layer = 0;
        while (layer < most && System.nanoTime() < end && !graph.hasFailed()) {
            try (Scope _ = graph.scope()) {
                for (int i = 0; i < LAYERS_OF_A_SCOPE; i++) {
                    submitLayer(graph, rows, layer++);
                }
            }
        }
    }

    private static void submitLayer(TaskGraph graph, Tensor[] rows, int layer) {
        int now = (layer & 1) * WIDTH;
        int before = WIDTH - now;
        for (int column = 0; column < WIDTH; column++) {
            graph.task(EMPTY)
                    .in(rows[before + column])
                    .in(rows[before + (column + 1) % WIDTH])
                    .inout(rows[now + column])
                    .submit();
        }
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
