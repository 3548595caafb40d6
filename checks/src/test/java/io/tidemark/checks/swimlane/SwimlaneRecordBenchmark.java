package io.tidemark.checks.swimlane;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.collector.RunShape;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.swimlane.CoreSwimlaneProbe;
import io.tidemark.probe.swimlane.SchedulerSwimlaneProbe;
import io.tidemark.probe.swimlane.SwimlaneProbes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one swimlane record costs, clock excluded, against the least it could cost and against a JFR
 * event of the same payload. The host's share (one queue entry per buffer) is in the figures: the
 * benchmark gives buffers back by hand. Run it with {@code checks/jmh SwimlaneRecord}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SwimlaneRecordBenchmark {
    private static final I64 WORD = new I64(0);

    /** A ring of 32-byte slots in mapped memory, as large as one buffer. */
    @State(Scope.Thread)
    public static class Bare {
        OwnedArena arena;
        MemorySegment memory;
        long at;

        @Setup
        public void map() throws IOException {
            arena = OffHeap.shared("benchmark");
            memory = arena.mapAnonymous(Path.of("/dev/shm"), 32_768);
        }

        @TearDown
        public void unmap() {
            arena.close();
        }
    }

    @Benchmark
    public void bareStoreOf32Bytes(Bare bare) {
        long at = bare.at;
        WORD.set(bare.memory, at, at); // four different values: equal ones become one vector store
        WORD.set(bare.memory, at + 8, at * 3);
        WORD.set(bare.memory, at + 16, at + 7);
        WORD.set(bare.memory, at + 24, at ^ 5);
        bare.at = (at + 32) & 32_767;
    }

    /** Probes of a level on a real region, with buffers given back by hand. */
    @State(Scope.Thread)
    public static class Probed {
        DeviceRegion region;
        CoreSwimlaneProbe core;
        SchedulerSwimlaneProbe scheduler;
        ReadyQueueReader ready;
        FreeQueueWriter[] free = new FreeQueueWriter[SwimlaneStream.values().length]; // by kind
        int token;

        @Setup
        public void open() throws IOException {
            Path file = Files.createTempFile(Path.of("/dev/shm"), "tidemark-", ".region");
            Files.delete(file);
            DfxFlags flags = DfxFlags.ofSwimlaneLevel(4);
            region = DeviceRegion.create(
                    file,
                    RegionSettings.simulated(Platform.A2A3, flags, 3, 2),
                    List.of(SwimlanePools.DEFAULT.layout(
                            flags, RunShape.uniform(CoreType.AIV, 3, Platform.A2A3.maxAicpuThreads()), OnFull.BLOCK)));
            MappedTransport transport = new MappedTransport(region.memory());
            for (StreamPlace stream : region.streams()) {
                for (int lane = 0; lane < stream.lanes(); lane++) {
                    FreeQueueWriter queue =
                            new FreeQueueWriter(transport, stream.freeQueueAt(lane), stream.freeSlots());
                    for (int buffer = 0; buffer < stream.freeSlots(); buffer++) {
                        queue.offer(stream.bufferAt(lane * stream.buffersPerLane() + buffer));
                    }
                    if (lane == 0) {
                        free[stream.kind()] = queue;
                    }
                }
            }
            SwimlaneProbes probes =
                    SwimlaneProbes.open(region, new int[] {0, 0, 0}, 1, new HostWaits(1_000_000, System::nanoTime));
            core = probes.core(0);
            scheduler = probes.scheduler(0);
            StreamPlace first = region.streams().getFirst();
            ready = new ReadyQueueReader(transport, first.readyQueueAt(0), first.readyCapacity());
        }

        /** Often enough for both halves: a buffer holds a thousand records. */
        void nextStep() {
            scheduler.hasRoom();
            while (ready.poll()) {
                free[ready.kind()].offer(ready.bufferAt());
            }
            scheduler.hasRoom();
        }

        @TearDown
        public void close() throws IOException {
            region.delete();
            region.close();
        }
    }

    /** What a step pays before it records anything. */
    @Benchmark
    public boolean questionForRoom(Probed probed) {
        return probed.scheduler.hasRoom();
    }

    /** The scheduler's record of a finished task. */
    @Benchmark
    public void aicpuTaskRecord(Probed probed) {
        int token = ++probed.token;
        if ((token & 255) == 0) {
            probed.nextStep();
        }
        probed.scheduler.taskFinished(0, token, token, token);
    }

    /** The core's record: gate, head line, reservation, commit; and its scheduler's part in it. */
    @Benchmark
    public void aicoreTaskRecord(Probed probed) {
        int token = ++probed.token;
        if ((token & 255) == 0) {
            probed.nextStep();
        }
        probed.scheduler.beforeDispatch(0, token);
        probed.core.tryReserve();
        probed.core.commit(token, 0, token, token, token, token);
        probed.scheduler.observed(0, token);
    }

    /** The scheduler's part in a core's record. */
    @Benchmark
    public void rotationOfAHead(Probed probed) {
        int token = ++probed.token;
        if ((token & 255) == 0) {
            probed.nextStep();
        }
        probed.scheduler.beforeDispatch(0, token);
        probed.scheduler.observed(0, token);
    }

    /** A probe of a level that is off. */
    @State(Scope.Thread)
    public static class Silent {
        final CoreSwimlaneProbe core = CoreSwimlaneProbe.off();
        final SchedulerSwimlaneProbe scheduler = SchedulerSwimlaneProbe.off(0);
        int token;
    }

    @Benchmark
    public int everyCallOfATaskAtLevelZero(Silent silent) {
        int token = ++silent.token;
        silent.scheduler.hasRoom();
        silent.scheduler.beforeDispatch(0, token);
        silent.core.tryReserve();
        silent.core.commit(token, 0, token, token, token, token);
        silent.scheduler.observed(0, token);
        silent.scheduler.taskFinished(0, token, token, token);
        return token;
    }

    @Benchmark
    public int theSameWithoutProbes(Silent silent) {
        return ++silent.token;
    }

    /** The payload of an AICore record as a JFR event. */
    @Name("tidemark.AicoreTask")
    @StackTrace(false)
    public static class TaskEvent extends Event {
        long startTick;
        long endTick;
        long taskId;
        int token;
        int receiveToStartTicks;
    }

    /** A running recording. */
    @State(Scope.Thread)
    public static class Flight {
        final Recording recording = new Recording();
        int token;

        @Setup
        public void start() {
            recording.enable(TaskEvent.class);
            recording.start();
        }

        @TearDown
        public void stop() {
            recording.close();
        }
    }

    @Benchmark
    public void jfrEvent(Flight flight) {
        TaskEvent event = new TaskEvent();
        int token = ++flight.token;
        event.startTick = token;
        event.endTick = token;
        event.taskId = token;
        event.token = token;
        event.receiveToStartTicks = token;
        event.commit();
    }
}
