package io.tidemark.analysis.coretime;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.model.CaptureModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The makespan of a run and where the time of its cores went. <b>Core time</b> is the makespan
 * times the number of cores that ran a task. Every share is a share of the core time. Immutable.
 *
 * @param cores every core the capture knows, in order of its number
 */
public record CoreTimes(Makespan makespan, List<CoreTime> cores) {
    public CoreTimes {
        cores = List.copyOf(cores);
    }

    /** Splits the core time of a run; the certificate knows when the profiler held it back. */
    public static CoreTimes of(CaptureModel model, Optional<Certificate> certificate) {
        return of(CoreStates.of(model, certificate));
    }

    /** Adds up the pieces of every core. */
    public static CoreTimes of(CoreStates states) {
        List<CoreTime> cores = new ArrayList<>();
        for (int core = 0; core < states.cores(); core++) {
            long[] parts = new long[CorePart.values().length];
            states.visit(core, (part, begin, end, run) -> parts[part.ordinal()] += end - begin);
            cores.add(new CoreTime(1, core, states.type(core), states.runs(core), parts));
        }
        return new CoreTimes(states.makespan(), cores);
    }

    /** Cores that ran at least one task. */
    public List<CoreTime> used() {
        return cores.stream().filter(core -> core.runs() > 0).toList();
    }

    /** The core time of the run in nanoseconds. */
    public long coreNanos() {
        return makespan.nanos() * used().size();
    }

    /** Runs of tasks on cores that have both stamps. */
    public int runs() {
        return cores.stream().mapToInt(CoreTime::runs).sum();
    }

    /** Core time that went into a part. */
    public long nanos(CorePart part) {
        return used().stream().mapToLong(core -> core.nanos(part)).sum();
    }

    /** Share of a part in the core time; 0 when there was none. */
    public double share(CorePart part) {
        long whole = coreNanos();
        return whole == 0 ? 0 : (double) nanos(part) / whole;
    }

    /** The used cores of each type together, in the order of their enum. */
    public List<CoreTime> engines() {
        List<CoreTime> engines = new ArrayList<>();
        for (CoreType type : CoreType.values()) {
            used().stream()
                    .filter(core -> core.type() == type)
                    .reduce(CoreTime::plus)
                    .ifPresent(engines::add);
        }
        return engines;
    }
}
