package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that runs were pipelined: while one executes, the next is prepared, and no run starts
 * before its predecessor let go of the device. Pure, any thread.
 */
public final class OverlapCheck {
    /**
     * What the check found.
     *
     * @param pairs neighbouring runs that passed
     * @param failure the first rule that was broken, if any
     */
    public record Result(int pairs, Optional<String> failure) {}

    private record Run(long sequence, StraceSpan bind, StraceSpan execution, StraceSpan release) {}

    private OverlapCheck() {}

    /**
     * With {@code hidden} the preparation must also end before the predecessor's execution does.
     */
    public static Result of(TimingReport report, boolean hidden) {
        Map<Long, List<Run>> byProcess = new LinkedHashMap<>();
        for (Callable callable : report.callables()) {
            for (Invocation invocation : callable.invocations()) {
                run(invocation)
                        .ifPresent(run -> byProcess
                                .computeIfAbsent(invocation.pid(), pid -> new ArrayList<>())
                                .add(run));
            }
        }
        int pairs = 0;
        List<Long> processes = byProcess.keySet().stream().sorted().toList();
        for (long pid : processes) {
            List<Run> runs = byProcess.get(pid);
            runs.sort(Comparator.comparingLong(run -> run.execution.startNanos()));
            for (int at = 1; at < runs.size(); at++) {
                Optional<String> failure = failure(runs.get(at - 1), runs.get(at), hidden);
                if (failure.isPresent()) {
                    return new Result(pairs, failure);
                }
                pairs++;
            }
        }
        return pairs == 0
                ? new Result(0, Optional.of("no process has two runs to compare"))
                : new Result(pairs, Optional.empty());
    }

    private static Optional<String> failure(Run before, Run after, boolean hidden) {
        if (after.sequence <= before.sequence) {
            return Optional.of("run %d follows run %d: the order of dispatch went backwards"
                    .formatted(after.sequence, before.sequence));
        }
        boolean overlaps = after.bind.startNanos() < before.execution.endNanos()
                && before.execution.startNanos() < after.bind.endNanos();
        if (!overlaps) {
            return Optional.of(
                    "run %d was not prepared while run %d executed".formatted(after.sequence, before.sequence));
        }
        if (hidden && after.bind.endNanos() > before.execution.endNanos()) {
            return Optional.of("run %d: preparation ended at %d ns, after run %d stopped executing at %d ns"
                    .formatted(after.sequence, after.bind.endNanos(), before.sequence, before.execution.endNanos()));
        }
        if (after.execution.startNanos() < before.release.startNanos()) {
            return Optional.of("run %d started executing at %d ns, before run %d released the device at %d ns"
                    .formatted(
                            after.sequence,
                            after.execution.startNanos(),
                            before.sequence,
                            before.release.startNanos()));
        }
        return Optional.empty();
    }

    private static Optional<Run> run(Invocation invocation) {
        StraceSpan bind = null;
        StraceSpan execution = null;
        StraceSpan release = null;
        for (StraceSpan span : invocation.distinct()) {
            bind = span.name().endsWith(".bind") ? span : bind;
            execution = span.name().endsWith(".runner_run") ? span : execution;
            release = span.name().endsWith(".claim_release") ? span : release;
        }
        if (bind == null
                || execution == null
                || release == null
                || invocation.root().isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> attributes = invocation.root().get().attributes();
        long dispatch = number(attributes, "dispatch_id");
        long sequence = dispatch != 0 ? dispatch : number(attributes, "run_epoch");
        return Optional.of(new Run(sequence, bind, execution, release));
    }

    private static long number(Map<String, Object> attributes, String key) {
        return attributes.get(key) instanceof Long value ? value : 0;
    }
}
