package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.StraceLog;
import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The spans of a log by callable and invocation, the callable that ran most first. Immutable. */
public record TimingReport(StraceLog log, List<Callable> callables) {
    private record Key(long pid, long invocation) {}

    public static TimingReport of(StraceLog log) {
        Map<Key, Invocation> invocations = new LinkedHashMap<>();
        for (StraceSpan span : log.spans()) {
            if (SpanFamily.of(span.name()).isInvocation()) {
                invocations
                        .computeIfAbsent(new Key(span.pid(), span.invocation()), key -> new Invocation(span))
                        .add(span);
            }
        }
        Map<String, List<Invocation>> byHash = new LinkedHashMap<>();
        for (Invocation invocation : invocations.values()) {
            byHash.computeIfAbsent(invocation.callableHash(), hash -> new ArrayList<>())
                    .add(invocation);
        }
        List<Map.Entry<String, List<Invocation>>> sorted = new ArrayList<>(byHash.entrySet());
        sorted.sort(Comparator.comparingInt(entry -> -entry.getValue().size()));
        List<Callable> callables = new ArrayList<>();
        for (Map.Entry<String, List<Invocation>> entry : sorted) {
            entry.getValue().sort((one, other) -> Long.compareUnsigned(one.number(), other.number()));
            callables.add(new Callable(
                    entry.getKey(),
                    label(entry.getKey(), entry.getValue().size(), callables.isEmpty()),
                    entry.getValue()));
        }
        return new TimingReport(log, List.copyOf(callables));
    }

    private static String label(String hash, int invocations, boolean isFirst) {
        if (invocations == 1) {
            return "prefill";
        }
        return isFirst ? "decode" : hash.substring(0, Math.min(8, hash.length()));
    }
}
