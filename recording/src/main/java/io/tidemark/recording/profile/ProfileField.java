package io.tidemark.recording.profile;

import io.tidemark.chip.ChipProfile;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One number of a chip profile: its place in the file, its limits, and how to get it from a profile. The list is the
 * format: reader, writer and page go through it. Immutable.
 *
 * @param group the object it is in
 * @param name of its member
 * @param most the largest value that makes sense
 * @param isPositive whether zero is wrong
 * @param get its value in the unit of the file
 */
record ProfileField(String group, String name, double most, boolean isPositive, ToDoubleFunction<ChipProfile> get) {
    private static final double MOST_NANOS = 1e12; // a quarter of an hour
    private static final double MOST_RATE = 1e9;

    static final List<ProfileField> ALL = List.of(
            nanos("control", "submit_ns", p -> p.control().submit()),
            nanos("control", "argument_ns", p -> p.control().argument()),
            nanos("control", "edge_ns", p -> p.control().edge()),
            nanos("control", "allocation_ns", p -> p.control().allocation()),
            nanos("control", "scope_ns", p -> p.control().scope()),
            nanos("control", "look_ns", p -> p.control().look()),
            nanos("control", "loop_ns", p -> p.control().loop()),
            nanos("control", "poll_ns", p -> p.control().poll()),
            nanos("control", "completion_ns", p -> p.control().completion()),
            nanos("control", "consumer_ns", p -> p.control().consumer()),
            nanos("control", "dispatch_ns", p -> p.control().dispatch()),
            nanos("control", "retirement_ns", p -> p.control().retirement()),
            nanos("control", "release_ns", p -> p.control().release()),
            nanos("link", "launch_ns", p -> p.link().launch()),
            nanos("link", "status_ns", p -> p.link().status()),
            nanos("matrix", "start_ns", p -> p.matrix().start()),
            nanos("matrix", "look_ns", p -> p.matrix().look()),
            rate("matrix", "clock_ghz", true, p -> p.matrix().clockGigahertz()),
            rate("matrix", "bytes_per_cycle", false, p -> p.matrix().bytesPerCycle()),
            rate("matrix", "operations_per_cycle", false, p -> p.matrix().operationsPerCycle()),
            nanos("vector", "start_ns", p -> p.vector().start()),
            nanos("vector", "look_ns", p -> p.vector().look()),
            rate("vector", "clock_ghz", true, p -> p.vector().clockGigahertz()),
            rate("vector", "bytes_per_cycle", false, p -> p.vector().bytesPerCycle()),
            rate("vector", "operations_per_cycle", false, p -> p.vector().operationsPerCycle()),
            nanos("records", "core_ns", p -> p.records().core()),
            nanos("records", "task_ns", p -> p.records().task()),
            nanos("records", "phase_ns", p -> p.records().phase()),
            nanos("records", "submit_ns", p -> p.records().submit()),
            nanos("records", "argument_ns", p -> p.records().argument()),
            nanos("records", "argument_byte_ns", p -> p.records().argumentByte()),
            nanos("records", "scope_ns", p -> p.records().scope()),
            nanos("records", "dependencies_ns", p -> p.records().dependencies()),
            nanos("records", "counters_ns", p -> p.records().counters()));

    private static ProfileField nanos(String group, String name, ToDoubleFunction<ChipProfile> picos) {
        return new ProfileField(group, name, MOST_NANOS, false, p -> picos.applyAsDouble(p) / ChipProfile.NANO);
    }

    private static ProfileField rate(String group, String name, boolean isPositive, ToDoubleFunction<ChipProfile> get) {
        return new ProfileField(group, name, MOST_RATE, isPositive, get);
    }

    String path() {
        return group + "." + name;
    }
}
