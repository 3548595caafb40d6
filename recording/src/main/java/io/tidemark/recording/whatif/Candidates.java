package io.tidemark.recording.whatif;

import io.tidemark.recording.whatif.Changes.KernelTime;
import io.tidemark.runtime.RingSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/** Changes that are worth trying on any run: about twenty. Stateless. */
public final class Candidates {
    private static final int MOST_KERNELS = 10;
    private static final double FASTER = 0.9;

    private Candidates() {}

    /** A change and its name. */
    public record Candidate(String words, Changes changes) {}

    /**
     * @param before what is different already
     */
    public static List<Candidate> of(WhatIf run, Changes before) {
        List<Candidate> all = new ArrayList<>();
        run.kernelNanos().entrySet().stream()
                .sorted(
                        Map.Entry.<Integer, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_KERNELS)
                .forEach(
                        kernel ->
                                all.add(
                                        new Candidate(
                                                "kernel %s 10 %% faster"
                                                        .formatted(run.kernelName(kernel.getKey())),
                                                before.kernel(
                                                        kernel.getKey(),
                                                        new KernelTime(
                                                                FASTER, Optional.empty())))));
        Machine machine = run.machine();
        if (machine.clusters() < machine.platform().maxClusters()) {
            all.add(new Candidate("one more cluster", before.clusters(machine.clusters() + 1)));
        }
        if (machine.aicpuThreads() < machine.platform().maxAicpuThreads()) {
            all.add(
                    new Candidate(
                            "one more scheduler", before.aicpuThreads(machine.aicpuThreads() + 1)));
        }
        all.add(new Candidate("submits 10 % cheaper", before.submit(FASTER)));
        all.add(new Candidate("submits at half the cost", before.submit(0.5)));
        all.add(new Candidate("dispatch 10 % cheaper", before.dispatch(FASTER)));
        all.add(new Candidate("dispatch at half the cost", before.dispatch(0.5)));
        if (machine.runtime().reclaims()) {
            all.add(
                    new Candidate(
                            "task windows twice as large",
                            before.rings(rings -> rings.withTaskWindow(twice(rings::taskWindow)))));
            all.add(
                    new Candidate(
                            "ring heaps twice as large",
                            before.rings(rings -> rings.withHeapBytes(twice(rings::heapBytes)))));
            all.add(
                    new Candidate(
                            "dependency pools twice as large",
                            before.rings(
                                    rings ->
                                            rings.withDependencyPool(
                                                    twice(rings::dependencyPool)))));
        }
        all.add(new Candidate("recording costs nothing", before.freeProfiler()));
        return all;
    }

    private static long[] twice(IntToLongFunction ofRing) {
        long[] sizes = new long[RingSizes.RINGS];
        Arrays.setAll(sizes, ring -> 2 * ofRing.applyAsLong(ring));
        return sizes;
    }
}
