package io.tidemark.analysis.overhead;

/** What limits a run, judged from shares of time. Pure. */
public enum Limit {
    SCHEDULER_BOUND("SCHEDULER-BOUND"),
    PARTIALLY_SCHEDULER_LIMITED("PARTIALLY SCHEDULER-LIMITED"),
    ORCHESTRATOR_BOUND("ORCHESTRATOR-BOUND"),
    PARTIALLY_ORCHESTRATOR_LIMITED("PARTIALLY ORCHESTRATOR-LIMITED"),
    COMPUTE_OR_DEPENDENCY_BOUND("COMPUTE/DEPENDENCY-BOUND"),
    /** Waits for scheduler or orchestrator on a host whose CPUs the cores share. */
    SHARED_CPUS("HOST-BOUND"),
    UNKNOWN("UNKNOWN");

    /** Share of time, in percent, from which a cause is called the limit. */
    private static final double BOUND = 25;

    private static final double PARTIAL = 8;

    private final String words;

    Limit(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** The same where cores share CPUs: the host causes every wait there. */
    Limit onSharedCpus() {
        return switch (this) {
            case COMPUTE_OR_DEPENDENCY_BOUND, UNKNOWN -> this;
            default -> SHARED_CPUS;
        };
    }

    /** By the share of the scheduler alone, in percent. */
    public static Limit ofScheduler(double percent) {
        if (percent >= BOUND) {
            return SCHEDULER_BOUND;
        }
        return percent >= PARTIAL ? PARTIALLY_SCHEDULER_LIMITED : COMPUTE_OR_DEPENDENCY_BOUND;
    }

    /** The larger of the two causes decides. */
    static Limit of(double schedulerPercent, double submitPercent) {
        if (schedulerPercent >= submitPercent) {
            return ofScheduler(schedulerPercent);
        }
        if (submitPercent >= BOUND) {
            return ORCHESTRATOR_BOUND;
        }
        return submitPercent >= PARTIAL ? PARTIALLY_ORCHESTRATOR_LIMITED : COMPUTE_OR_DEPENDENCY_BOUND;
    }
}
