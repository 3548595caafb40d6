package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The spans of one run of a callable in one process. Filled by one thread, read afterwards. */
public final class Invocation {
    private static final String DEVICE_WALL = ".runner_run.device_wall";

    private final long pid;
    private final long number;
    private final String callableHash;
    private final List<StraceSpan> spans = new ArrayList<>();
    private final Map<String, StraceSpan> earliest = new LinkedHashMap<>();

    Invocation(StraceSpan first) {
        pid = first.pid();
        number = first.invocation();
        callableHash = first.callableHash();
    }

    void add(StraceSpan span) {
        spans.add(span);
        earliest.merge(
                span.name(),
                span,
                (known, other) -> Long.compareUnsigned(other.startNanos(), known.startNanos()) < 0 ? other : known);
    }

    public long pid() {
        return pid;
    }

    public long number() {
        return number;
    }

    public String callableHash() {
        return callableHash;
    }

    public List<StraceSpan> spans() {
        return List.copyOf(spans);
    }

    /** One span per name: of repeats the earliest. */
    public List<StraceSpan> distinct() {
        return List.copyOf(earliest.values());
    }

    /** The span at depth 0, if one was logged. */
    public Optional<StraceSpan> root() {
        return earliest.values().stream().filter(span -> span.depth() == 0).findFirst();
    }

    /** Total time under one name, repeats added up; 0 when it is absent. */
    public long totalNanos(String name) {
        long sum = 0;
        for (StraceSpan span : spans) {
            sum += span.name().equals(name) ? span.durationNanos() : 0;
        }
        return sum;
    }

    /** Time of one of the phases below the root, by the end of its name; 0 when it is absent. */
    public long phaseNanos(Phase phase) {
        return switch (phase) {
            case HOST -> root().map(StraceSpan::durationNanos).orElse(0L);
            case DEVICE -> ending(DEVICE_WALL).map(StraceSpan::durationNanos).orElse(0L);
            case ORCHESTRATOR -> orchestrator().map(StraceSpan::durationNanos).orElse(0L);
            case SCHEDULER -> scheduler().map(StraceSpan::durationNanos).orElse(0L);
            case EFFECTIVE -> effectiveNanos();
        };
    }

    Optional<StraceSpan> orchestrator() {
        return ending(DEVICE_WALL + ".orch");
    }

    Optional<StraceSpan> scheduler() {
        return ending(DEVICE_WALL + ".sched");
    }

    /** From the first start to the last end of orchestrator and schedulers. */
    private long effectiveNanos() {
        List<StraceSpan> both = new ArrayList<>();
        orchestrator().ifPresent(both::add);
        scheduler().ifPresent(both::add);
        if (both.isEmpty()) {
            return 0;
        }
        long start = both.stream().mapToLong(StraceSpan::startNanos).min().getAsLong();
        long end = both.stream().mapToLong(StraceSpan::endNanos).max().getAsLong();
        return end - start;
    }

    private Optional<StraceSpan> ending(String suffix) {
        return earliest.values().stream()
                .filter(span -> span.name().endsWith(suffix))
                .findFirst();
    }

    /** The columns of the rounds table. */
    public enum Phase {
        HOST("Host"),
        DEVICE("Device"),
        EFFECTIVE("Effective"),
        ORCHESTRATOR("Orch"),
        SCHEDULER("Sched");

        private final String head;

        Phase(String head) {
            this.head = head;
        }

        public String head() {
            return head;
        }
    }
}
