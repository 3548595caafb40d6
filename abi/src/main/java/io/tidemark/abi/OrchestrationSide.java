package io.tidemark.abi;

/**
 * Which half builds the graph of a run, and so by which clock its submits are stamped. A runtime
 * says it once; who lays out, wires or exports a run asks this and not for the runtime.
 */
public enum OrchestrationSide {
    /** A control thread of the device, by the device's clock, while tasks run. */
    DEVICE,

    /** The host, by its own clock, before anything runs. */
    HOST
}
