package io.tidemark.viewer.timeline;

/**
 * What a lane shows; the page groups, orders and labels lanes by it. The words are part of the
 * page.
 */
public enum LaneKind {
    ORCHESTRATOR("orchestrator", "Orchestrator"),
    SCHEDULER("scheduler", "Schedulers"),
    SCHEDULER_INNER("scheduler-inner", "Schedulers"),
    AIC_CORE("aic", "AIC cores"),
    AIV_CORE("aiv", "AIV cores"),
    MARKER("marker", "AICPU markers"),
    HOST("host", "Host"),
    HOST_PHASE("host-phase", "Host"),
    /** No records, only what is known to be wrong with those of a channel. */
    CHANNEL("channel", "Channels");

    private final String word;
    private final String group;

    LaneKind(String word, String group) {
        this.word = word;
        this.group = group;
    }

    public String word() {
        return word;
    }

    /** Heading under which the lane stands. */
    public String group() {
        return group;
    }

    public boolean isCore() {
        return this == AIC_CORE || this == AIV_CORE;
    }
}
