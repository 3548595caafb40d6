package io.tidemark.analysis.overhead;

import io.tidemark.abi.CoreType;

/**
 * Switches of the cores of one engine, in microseconds.
 *
 * @param least the core that lost least
 * @param most the core that lost most
 * @param total of all cores
 * @param events number of switches
 * @param meanPerEvent what one switch takes; 0 without any
 * @param whileReady part in which other work was ready for the engine
 */
public record EngineSwitches(
        CoreType type,
        int cores,
        double least,
        double most,
        double total,
        int events,
        double meanPerEvent,
        double whileReady) {
    public double meanPerCore() {
        return cores == 0 ? 0 : total / cores;
    }

    /** Share of the switches during which other work was ready, in percent. */
    public double readyPercent() {
        return total <= 0 ? 0 : whileReady / total * 100;
    }
}
