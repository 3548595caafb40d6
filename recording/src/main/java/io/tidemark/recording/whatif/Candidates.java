package io.tidemark.recording.whatif;

import io.tidemark.recording.whatif.Changes.KernelTime;
import io.tidemark.runtime.RingSizes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/** Changes that are worth trying on any run: about twenty. Stateless. */
public final class Candidates {
    private static final int MOST_KERNELS = 10;
    private static final double FASTER = 0.9;

    private Candidates() {}

    /**
     * A change and its name.
     *
     * @param option the same as the command's options say it, without hyphens: {@code clusters=25}
     */
    public record Candidate(String words, String option, Changes changes) {}

    /**
     * @param before what is different already; each candidate is one change more
     */
    public static List<Candidate> of(WhatIf run, Changes before) {
        List<Candidate> all = new ArrayList<>();
        Map<String, Long> nanosByName = new TreeMap<>();
        run.kernelNanos().forEach((id, nanos) -> nanosByName.merge(run.kernelName(id), nanos, Long::sum));
        nanosByName.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_KERNELS)
                .forEach(kernel -> all.add(faster(run, before, kernel.getKey())));
        Machine machine = before.apply(run.machine());
        if (machine.clusters() < machine.platform().maxClusters()) {
            int more = machine.clusters() + 1;
            all.add(new Candidate("one more cluster", "clusters=" + more, before.clusters(more)));
        }
        if (machine.aicpuThreads() < machine.platform().maxAicpuThreads()) {
            int more = machine.aicpuThreads() + 1;
            all.add(new Candidate("one more scheduler", "aicpu-threads=" + more, before.aicpuThreads(more)));
        }
        all.add(submit("submits 10 % cheaper", before, FASTER));
        all.add(submit("submits at half the cost", before, 0.5));
        all.add(dispatch("dispatch 10 % cheaper", before, FASTER));
        all.add(dispatch("dispatch at half the cost", before, 0.5));
        if (machine.runtime().reclaims()) {
            RingSizes rings = machine.rings();
            long[] windows = twice(rings::taskWindow);
            long[] heaps = twice(rings::heapBytes);
            long[] pools = twice(rings::dependencyPool);
            all.add(new Candidate(
                    "task windows twice as large",
                    "ring-task-window=" + list(windows),
                    before.rings(old -> old.withTaskWindow(windows))));
            all.add(new Candidate(
                    "ring heaps twice as large",
                    "ring-heap=" + list(heaps),
                    before.rings(old -> old.withHeapBytes(heaps))));
            all.add(new Candidate(
                    "dependency pools twice as large",
                    "ring-dep-pool=" + list(pools),
                    before.rings(old -> old.withDependencyPool(pools))));
        }
        all.add(new Candidate("recording costs nothing", "free-profiler", before.freeProfiler()));
        return all;
    }

    /** All kernels of a name, 10 % faster than they are already. */
    private static Candidate faster(WhatIf run, Changes before, String name) {
        Changes changes = before;
        String option = "";
        for (int id : run.kernels()) {
            if (run.kernelName(id).equals(name)) {
                KernelTime old = before.kernelTime(id).orElse(new KernelTime(1, Optional.empty()));
                Optional<Long> nanos = old.nanos().map(given -> Math.round(given * FASTER));
                KernelTime time = new KernelTime(rounded(old.factor() * FASTER), nanos);
                changes = changes.kernel(id, time);
                option = nanos.map(given -> given + "ns").orElseGet(() -> text(time.factor()));
            }
        }
        return new Candidate("kernel %s 10 %% faster".formatted(name), "kernel=%s=%s".formatted(name, option), changes);
    }

    private static Candidate submit(String words, Changes before, double factor) {
        String option = "submit=" + text(rounded(before.submitFactor() * factor));
        return new Candidate(words, option, before.submit(factor));
    }

    private static Candidate dispatch(String words, Changes before, double factor) {
        String option = "dispatch=" + text(rounded(before.dispatchFactor() * factor));
        return new Candidate(words, option, before.dispatch(factor));
    }

    private static double rounded(double factor) {
        return Math.round(factor * 1e6) / 1e6;
    }

    private static String text(double factor) {
        return BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString() + "x";
    }

    /** One size where all rings have the same. */
    private static String list(long[] sizes) {
        return Arrays.stream(sizes).distinct().count() == 1
                ? Long.toString(sizes[0])
                : Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    private static long[] twice(IntToLongFunction ofRing) {
        long[] sizes = new long[RingSizes.RINGS];
        Arrays.setAll(sizes, ring -> 2 * ofRing.applyAsLong(ring));
        return sizes;
    }
}
