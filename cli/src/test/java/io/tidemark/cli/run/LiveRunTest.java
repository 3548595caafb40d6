package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.cli.Tidemark;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.viewer.live.LiveSnapshot;
import io.tidemark.viewer.live.LiveSnapshot.KernelProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the live page is told before, while and after a run goes on. */
@Timeout(60)
class LiveRunTest {
    @TempDir
    Path directory;

    /** The tables grow while it runs; each record counts once, however often one looks. */
    @Test
    void kernelsAreAddedUpFromTheTablesOnDisk() throws IOException {
        LiveKernels kernels = new LiveKernels(directory, Duration.ZERO);
        assertThat(kernels.sample()).isEmpty();
        Path capture = directory.resolve("whole");
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        assertThat(Tidemark.execute(
                        out, out, "run", "vector", "--time=virtual", "--chip-swimlane", "--capture=" + capture))
                .as(said.toString())
                .isZero();
        Path spool = Files.createDirectory(directory.resolve(CaptureDirectory.SPOOL));
        Path whole = capture.resolve("tables/swimlane.aicore_task.tide");
        byte[] bytes = Files.readAllBytes(whole);
        List<StoredChunk> chunks;
        try (TableFile table = TableFile.open(whole)) {
            chunks = table.chunks();
        }
        Path growing = spool.resolve(whole.getFileName());
        Files.write(growing, Arrays.copyOf(bytes, 10)); // its header is being written
        assertThat(kernels.sample()).isEmpty();
        long runs = 0;
        for (StoredChunk chunk : chunks) {
            int end = (int) (chunk.recordsAt() + chunk.sizeBytes());
            Files.write(growing, Arrays.copyOf(bytes, end - 1)); // not the whole of it
            assertThat(runs(kernels)).isEqualTo(runs);
            Files.write(growing, Arrays.copyOf(bytes, end));
            runs += chunk.records();
            assertThat(runs(kernels)).isEqualTo(runs);
            assertThat(runs(kernels)).as("looked at again").isEqualTo(runs);
        }
        assertThat(runs).isEqualTo(5);
        assertThat(kernels.sample())
                .extracting(KernelProgress::name)
                .allMatch(name -> name.startsWith("kernel ")); // no names beside this spool
        assertThat(kernels.sample().getFirst().totalNanos()).isEqualTo(14_640);
    }

    private static long runs(LiveKernels kernels) {
        return kernels.sample().stream().mapToLong(KernelProgress::runs).sum();
    }

    @Test
    void theNumbersFollowTheRunAndStayWhenItEnds() throws InterruptedException {
        LiveRun live = new LiveRun("two tasks", 2, 2, "", new LiveKernels(directory, Duration.ZERO));
        assertThat(live.sample().running()).isTrue();
        assertThat(live.sample().submittedTasks()).as("not known yet").isEqualTo(-1);
        CountDownLatch isRunning = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Kernel waits = Kernel.aiv(0, "waits", context -> {
            isRunning.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        AtomicReference<RunResult> result = new AtomicReference<>();
        try (Worker worker = Worker.open(RuntimeConfig.builder().clusters(2).build())) {
            live.watch(worker);
            Thread running = Thread.ofPlatform()
                    .start(() -> result.set(worker.run(
                            graph -> {
                                graph.task(waits).submit();
                                graph.task(waits).submit();
                            },
                            List.of(),
                            CallConfig.defaults())));
            assertThat(isRunning.await(30, TimeUnit.SECONDS)).isTrue();
            LiveSnapshot during = live.sample();
            assertThat(during.completedTasks()).isZero();
            assertThat(during.submittedTasks()).isBetween(1L, 2L);
            assertThat(during.gauges()).extracting(LiveSnapshot.Gauge::label).contains("ring 0");
            mayEnd.countDown();
            running.join();
        }
        live.forgetRegion(); // what its recorder does before it writes
        assertThat(live.sample().writing()).isTrue();
        assertThat(live.sample().expectedTasks()).isEqualTo(2);
        live.beginRound();
        assertThat(live.sample().writing()).as("another round follows").isFalse();
        live.forgetRegion();
        live.ended(result.get());
        LiveSnapshot after = live.sample();
        assertThat(after.running()).isFalse();
        assertThat(after.writing()).isFalse();
        assertThat(after.submittedTasks()).isEqualTo(2);
        assertThat(after.completedTasks()).isEqualTo(2);
        assertThat(after.ending()).isEqualTo("The run completed.");
    }
}
