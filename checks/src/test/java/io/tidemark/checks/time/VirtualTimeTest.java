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
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Equal runs in virtual time leave equal bytes, beside a thread that keeps a CPU busy too. */
class VirtualTimeTest {
    /** Cases that take gigabytes or minutes to compute. */
    private static final Set<String> LARGE =
            Set.of(
                    "bgemm:case0",
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

    @TempDir private Path folder;
    private int runs;

    @TestFactory
    Stream<DynamicTest> everyCaseIsTheSameTwice() {
        List<DynamicTest> tests = new ArrayList<>();
        for (CaseSelection selection :
                WorkloadCatalog.of(List.of(new StandardWorkloads(), new LabWorkloads())).cases()) {
            if (!LARGE.contains(selection.title())) {
                boolean isA5 = tests.size() % 3 == 2;
                tests.add(
                        DynamicTest.dynamicTest(
                                selection.title(),
                                () ->
                                        sameTwice(
                                                selection,
                                                isA5 ? Platform.A5 : Platform.A2A3,
                                                RuntimeKind.TMR,
                                                8)));
            }
        }
        return tests.stream();
    }

    private void sameTwice(
            CaseSelection selection, Platform platform, RuntimeKind runtime, int clusters)
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

    private VirtualRun run(
            CaseSelection selection, Platform platform, RuntimeKind runtime, int clusters)
            throws IOException {
        List<String> options =
                selection.title().startsWith("noop:") ? List.of("tasks=3000") : List.of();
        return VirtualRun.of(
                selection, options, platform, runtime, clusters, folder.resolve("run" + runs++));
    }
}
