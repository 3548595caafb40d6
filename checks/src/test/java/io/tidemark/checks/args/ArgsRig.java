package io.tidemark.checks.args;

import io.tidemark.abi.OnFull;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.args.ArgsStream;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.collector.CollectorPlan;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.args.ArgsResult;
import io.tidemark.collector.args.ArgsSink;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.OwnedArena;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.probe.HostWaits;
import io.tidemark.probe.args.ArgsProbes;
import io.tidemark.probe.args.SchedulerArgsProbe;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.RuntimeConfig;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Both halves of the args channel on one region, with tasks made by hand. Remembers the bytes of
 * everything it dumps. A scheduler is driven by one thread.
 */
final class ArgsRig implements AutoCloseable {
    static final long BASE = 0x1000;
    static final ArgsPools TINY = new ArgsPools(2, 4, 2, 2, 4096);

    /** What a run looks like. */
    record Setup(int level, int schedulers, ArgsPools pools, OnFull onFull, boolean shadow) {
        static Setup blocking(ArgsPools pools, boolean shadow) {
            return new Setup(2, 1, pools, OnFull.BLOCK, shadow);
        }
    }

    /** Which bytes. */
    record Key(long taskId, ArgumentStage stage, int argument) {}

    final CollectorSession session;
    final ArgsProbes probes;
    final DeviceMemory memory;
    final Path capture;
    final Map<Key, byte[]> truth = new ConcurrentHashMap<>();
    private final OwnedArena arena = OffHeap.shared("args-rig");

    ArgsRig(Setup setup, Path directory) throws IOException {
        this(setup, directory, 60_000_000_000L, plan -> plan);
    }

    ArgsRig(Setup setup, Path directory, long waitNanos, UnaryOperator<CollectorPlan> faults) throws IOException {
        capture = directory.resolve("capture");
        RecordingPlan plan = RecordingPlan.into(capture)
                .config(RuntimeConfig.builder().clusters(1).build())
                .call(CallConfig.builder()
                        .aicpuThreads(setup.schedulers + 1)
                        .dumpArgsLevel(setup.level)
                        .build())
                .pools(setup.pools)
                .onFull(setup.onFull)
                .regionDirectory(directory)
                .build();
        session = Recording.openSession(
                plan, RecordingHooks.NONE.withHost(host -> faults.apply(host.withShadow(setup.shadow))));
        memory = new DeviceMemory(arena.allocate(1 << 21, 64), BASE);
        probes = ArgsProbes.open(session.region(), setup.schedulers, new HostWaits(waitNanos, System::nanoTime))
                .orElseThrow();
        for (int thread = 0; thread < setup.schedulers; thread++) {
            probes.scheduler(thread).attach(memory);
        }
    }

    SchedulerArgsProbe probe() {
        return probes.scheduler(0);
    }

    StreamPlace stream() {
        return session.region().stream(ArgsChannel.CHANNEL, ArgsStream.ARGUMENT.code())
                .orElseThrow();
    }

    /** Notes what an argument holds now. */
    void remember(FakeTask task, ArgumentStage stage) {
        for (int i = 0; i < task.tensorCount(); i++) {
            boolean wanted = task.tagCode(i) == FakeTask.UPDATES
                    || (task.tagCode(i) == FakeTask.READS) == (stage == ArgumentStage.BEFORE_DISPATCH);
            if (wanted) {
                truth.put(new Key(task.taskId(), stage, i), bytesOf(task.tensor(i)));
            }
        }
    }

    byte[] bytesOf(Tensor tensor) {
        byte[] bytes = new byte[(int) tensor.sizeBytes()];
        memory.gather(tensor, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    /** One stage of a task, in as many steps as it takes. */
    static void dump(SchedulerArgsProbe probe, FakeTask task, ArgumentStage stage) {
        while (!ask(probe, task, stage)) {
            while (!probe.hasRoom()) {
                Thread.yield();
            }
        }
    }

    static boolean ask(SchedulerArgsProbe probe, FakeTask task, ArgumentStage stage) {
        return stage == ArgumentStage.BEFORE_DISPATCH ? probe.mayDispatch(task) : probe.mayComplete(task);
    }

    static void flush(SchedulerArgsProbe probe) {
        while (!probe.flush()) {
            Thread.yield();
        }
    }

    ArgsResult finish() throws Exception {
        session.stop();
        return new ArgsSink(session).dump(RunEvidence.UNKNOWN);
    }

    @Override
    public void close() throws IOException {
        session.close();
        arena.close();
    }
}
