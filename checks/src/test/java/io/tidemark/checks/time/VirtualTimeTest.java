package io.tidemark.checks.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.abi.Platform;
import io.tidemark.lab.cases.LabWorkloads;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.WorkloadCatalog;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Equal runs in virtual time leave equal bytes, beside a thread that keeps a CPU busy too. */
class VirtualTimeTest {
    /** Cases that take gigabytes or minutes to compute. */
    private static final Set<String> LARGE = Set.of(
            "bgemm:case0",
            "bgemm:case1",
            "bgemm:case4",
            "paged-attention:tiny-ring",
            "paged-attention:manual-scope",
            "decoder:replay",
            "bgemm:case2",
            "bgemm:case3",
            "paged-attention:large",
            "paged-attention:case1",
            "paged-attention:case2",
            "paged-attention:case3",
            "decoder:deep",
            "decoder:wide",
            "moe:large",
            "fatal:tensor-map");

    static final WorkloadCatalog CATALOG = WorkloadCatalog.of(List.of(new StandardWorkloads(), new LabWorkloads()));

    @TempDir
    private Path folder;

    private int runs;

    @TestFactory
    Stream<DynamicTest> everyCaseIsTheSameTwice() {
        List<DynamicTest> tests = new ArrayList<>();
        for (CaseSelection selection : CATALOG.cases()) {
            if (!LARGE.contains(selection.title())) {
                boolean isA5 = tests.size() % 3 == 2;
                tests.add(DynamicTest.dynamicTest(
                        selection.title(),
                        () -> sameTwice(selection, isA5 ? Platform.A5 : Platform.A2A3, RuntimeKind.TMR, 8)));
            }
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> aGraphThatTheHostBuildsIsTheSameTwice() {
        return Stream.of("vector", "moe:small", "decoder:small", "spmd:barrier", "hang:kernel")
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> sameTwice(CATALOG.find(name), Platform.A2A3, RuntimeKind.HBG, 8)));
    }

    @Test
    void aChipOf108CoresNeedsNoMoreCpus() throws IOException {
        sameTwice(CATALOG.find("spmd:core-counts"), Platform.A5, RuntimeKind.TMR, 36);
    }

    /** As another process with one CPU does it, which has compiled and scheduled otherwise. */
    @Test
    void aProcessWithOneCpuLeavesTheSameBytes() throws Exception {
        sameInAnotherProcess(CATALOG.find("paged-attention:varseq4"), RuntimeKind.TMR);
    }

    @Test
    void anotherProcessThatBuildsTheGraphOnTheHostLeavesTheSameBytes() throws Exception {
        sameInAnotherProcess(CATALOG.find("vector"), RuntimeKind.HBG);
    }

    private void sameInAnotherProcess(CaseSelection selection, RuntimeKind runtime) throws Exception {
        VirtualRun here = run(selection, Platform.A2A3, runtime, 8);
        Path there = folder.resolve("one-cpu");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:ActiveProcessorCount=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        VirtualRun.class.getName(),
                        selection.title(),
                        runtime.name(),
                        there.toString())
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
        assertEquals(here.files(), VirtualRun.digests(there));
    }

    private void sameTwice(CaseSelection selection, Platform platform, RuntimeKind runtime, int clusters)
            throws IOException {
        VirtualRun first = run(selection, platform, runtime, clusters);
        VirtualRun second;
        AtomicBoolean ends = new AtomicBoolean();
        Thread busy = Thread.ofPlatform().daemon().start(() -> keepBusy(ends));
        try {
            second = run(selection, platform, runtime, clusters);
        } finally {
            ends.set(true);
        }
        assertEquals(first.told(), second.told());
        assertEquals(first.files(), second.files());
        boolean mayFail =
                selection.title().startsWith("hang:") || selection.title().startsWith("fatal:");
        assertTrue(first.verified() || mayFail, first.told());
        assertTrue(busy.isDaemon());
    }

    private static void keepBusy(AtomicBoolean ends) {
        while (!ends.get()) {
            Thread.onSpinWait();
        }
    }

    private VirtualRun run(CaseSelection selection, Platform platform, RuntimeKind runtime, int clusters)
            throws IOException {
        List<String> options = selection.title().startsWith("noop:") ? List.of("tasks=3000") : List.of();
        return VirtualRun.of(selection, options, platform, runtime, clusters, folder.resolve("run" + runs++));
    }
}
