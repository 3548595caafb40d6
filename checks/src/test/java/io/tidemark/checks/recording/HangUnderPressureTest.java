package io.tidemark.checks.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.region.BackPressure;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.collector.args.ArgsSink;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.collector.swimlane.SwimlaneSink;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.plan.RecordingHooks;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.run.Recording;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.engine.ChipWorker;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A kernel that hangs while the host does not collect. Schedulers then wait for the host and may
 * not call that a standstill; the guard ends the run, names the kernel, and when the host comes
 * back every record is accounted for.
 */
@Timeout(60)
class HangUnderPressureTest {
    private static final Kernel WORK = Kernel.aiv(0, "work", context -> {});
    private static final Kernel STUCK = Kernel.aic(1, "stuck", context -> {
        while (!context.stopRequested()) {
            Thread.onSpinWait();
        }
    });

    @TempDir
    Path directory;

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicReference<BooleanSupplier> stalls = new AtomicReference<>(() -> false);
    private final AtomicReference<BooleanSupplier> copiesFail = new AtomicReference<>(() -> false);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHangWhileTheDumpArenaIsFullIsNamedAndAccountedFor(boolean shadow) throws Exception {
        RecordingPlan plan = plan(DfxFlags.of(DfxFeature.DUMP_ARGS_ENABLE), new ArgsPools(2, 16, 8, 2, 64 << 10));
        TensorSpec block = TensorSpec.of(DType.UINT8, 16 << 10);
        try (Recording recording = open(plan, shadow);
                AutoCloseable _ = release::countDown) { // also when something is not as expected
            stalls.set(() -> true); // the files have their headers
            RunResult result = run(
                    recording,
                    plan,
                    graph -> {
                        graph.task(STUCK).submit();
                        for (int i = 0; i < 200 && !graph.hasFailed(); i++) {
                            graph.task(WORK).in(graph.argument("block")).submit();
                        }
                    },
                    List.of(HostTensor.in("block", block, MemorySegment.ofArray(new byte[16 << 10]))));
            assertNamed(result);
            release.countDown();
            recording.collect(result);
            ChannelBooks books =
                    new ArgsSink(recording.session()).dump(RunEvidence.UNKNOWN).books();
            assertBalanced(books);
            assertThat(books.present()).as("what fitted into the arenas").isGreaterThan(4);
            recording.discard();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHangDuringAFreezeIsNamedAndAccountedFor(boolean shadow) throws Exception {
        RecordingPlan plan = plan(DfxFlags.ofSwimlaneLevel(4), SwimlanePools.tiny(16, 64, 4));
        try (Recording recording = open(plan, shadow);
                AutoCloseable _ = release::countDown) {
            BooleanSupplier frozen = () -> isFrozen(recording.region());
            stalls.set(() -> {
                LockSupport.parkNanos(1_000_000); // too slow for the chip: it will freeze
                return frozen.getAsBoolean();
            });
            copiesFail.set(frozen); // a shadow's host can open no gate then
            RunResult result = run(
                    recording,
                    plan,
                    graph -> {
                        graph.task(STUCK).submit();
                        for (int i = 0; i < 100_000 && !graph.hasFailed(); i++) {
                            try (var _ = graph.scope()) {
                                graph.task(WORK).submit();
                            }
                        }
                    },
                    List.of());
            assertNamed(result);
            assertThat(frozen.getAsBoolean()).as("the gate was closed").isTrue();
            release.countDown();
            recording.collect(result);
            ChannelBooks books = new SwimlaneSink(recording.session())
                    .finish(RunEvidence.UNKNOWN)
                    .books();
            assertBalanced(books);
            assertThat(books.freezes()).isNotEmpty();
            assertThat(books.present()).isGreaterThan(result.completed());
            recording.discard();
        }
    }

    private static void assertNamed(RunResult result) {
        assertThat(result.errorName()).as(result.sentence()).isEqualTo(ErrorCode.OP_TIMEOUT.name());
        assertThat(result.sentence()).contains("task (0, 0) of kernel stuck has been on core ");
        assertThat(result.abandonedThreads()).isEmpty();
    }

    private static void assertBalanced(ChannelBooks books) {
        assertThat(books.contradictions()).isEmpty();
        for (ChannelLedger stream : books.streams()) {
            assertThat(stream.lanes()).allMatch(LaneLedger::balances);
        }
    }

    private Recording open(RecordingPlan plan, boolean shadow) throws IOException {
        return Recording.open(
                plan,
                RecordingHooks.NONE.withHost(host -> host.withShadow(shadow)
                        .withFaults(
                                copy -> release.getCount() > 0
                                        && copiesFail.get().getAsBoolean(),
                                this::stalledFile)));
    }

    private FileChannel stalledFile(Path file) throws IOException {
        return new StalledDisk(
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                () -> stalls.get().getAsBoolean(),
                release);
    }

    private RecordingPlan plan(DfxFlags flags, ChannelPools pools) {
        return RecordingPlan.into(directory.resolve("capture"))
                .config(RuntimeConfig.builder()
                        .clusters(2)
                        .carriers(2)
                        .memoryBytes(1 << 20)
                        .schedulerTimeout(Duration.ofMillis(2_000))
                        .opTimeout(Duration.ofMillis(2_500))
                        .build())
                .call(CallConfig.builder()
                        .taskWindow(1024)
                        .aicpuThreads(4)
                        .flags(flags)
                        .build())
                .pools(pools)
                .regionDirectory(directory)
                .build();
    }

    private static RunResult run(
            Recording recording, RecordingPlan plan, Orchestration orchestration, List<HostTensor> tensors) {
        try (ChipWorker worker = ChipWorker.open(plan.config())) {
            return worker.run(orchestration, tensors, plan.call(), recording.start(worker.chip()));
        }
    }

    private static boolean isFrozen(DeviceRegion region) {
        for (StreamPlace stream : region.streams().stream()
                .filter(s -> s.channel().orElse(null) == SwimlaneChannel.CHANNEL)
                .toList()) {
            long at = stream.backPressureAt();
            if (BackPressure.READY_FREEZE.getAcquire(region.memory(), at) != 0
                    || BackPressure.FREE_FREEZE.getAcquire(region.memory(), at) != 0) {
                return true;
            }
        }
        return false;
    }
}
