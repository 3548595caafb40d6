package io.tidemark.collector;

/** What the machine of the host half has. */
public final class HostProcessors {
    private static final int MANY = 4; // orchestrator, one carrier and collector leave one

    private HostProcessors() {}

    /** Whether work that can wait until the run is over may as well be done beside it. */
    public static boolean areMany() {
        return Runtime.getRuntime().availableProcessors() >= MANY;
    }
}
