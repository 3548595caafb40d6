package io.tidemark.chip;

import java.util.Objects;

/**
 * What everything costs on a modelled chip, for runs in virtual time. Times are picoseconds.
 * Immutable; the units, the meaning and the limits of each number are those of {@code
 * docs/chip-profiles.md}.
 *
 * @param name what captures and reports call it
 */
public record ChipProfile(String name, Control control, Link link, Cores matrix, Cores vector, Records records) {
    /** Picoseconds of a nanosecond. */
    public static final long NANO = 1_000;

    public ChipProfile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(matrix, "matrix");
        Objects.requireNonNull(vector, "vector");
        Objects.requireNonNull(records, "records");
    }

    /** The same chip with a profiler that costs nothing. */
    public ChipProfile withFreeProfiler() {
        return new ChipProfile(name, control, link, matrix, vector, Records.FREE);
    }

    /** The rates of a kind of core. */
    public Cores cores(boolean isMatrix) {
        return isMatrix ? matrix : vector;
    }

    /**
     * What the control processor takes for its own work.
     *
     * @param submit one submit, whatever it is given
     * @param argument each argument of a submit, tensor or scalar
     * @param edge each producer that a submit finds
     * @param allocation one allocation without a kernel
     * @param scope opening or closing a scope
     * @param look one look of an orchestration that waits
     * @param loop one turn of a scheduler, whatever it finds
     * @param poll each busy core that a turn looks at
     * @param completion each kernel run whose end it sees
     * @param consumer each consumer that it tells
     * @param dispatch each kernel run that it sends to a core
     * @param retirement each task that it completes without a core
     * @param release each complete task whose memory it gives back
     */
    public record Control(
            long submit,
            long argument,
            long edge,
            long allocation,
            long scope,
            long look,
            long loop,
            long poll,
            long completion,
            long consumer,
            long dispatch,
            long retirement,
            long release) {
        public Control {
            requireAll(
                    "control",
                    submit,
                    argument,
                    edge,
                    allocation,
                    scope,
                    look,
                    loop,
                    poll,
                    completion,
                    consumer,
                    dispatch,
                    retirement,
                    release);
        }
    }

    /**
     * How long words travel between control processor and cores.
     *
     * @param launch from the store of a token until the core sees it
     * @param status from the store of a status until a scheduler can see it
     */
    public record Link(long launch, long status) {
        public Link {
            requireAll("link", launch, status);
        }
    }

    /**
     * A kind of core.
     *
     * @param start every kernel run, before it does anything
     * @param look one look of a kernel that waits
     * @param clockGigahertz cycles in a nanosecond
     * @param bytesPerCycle to and from memory; 0 if memory costs nothing
     * @param operationsPerCycle arithmetic; 0 if it costs nothing
     */
    public record Cores(long start, long look, double clockGigahertz, double bytesPerCycle, double operationsPerCycle) {
        public Cores {
            requireAll("cores", start, look);
            if (!(clockGigahertz > 0) || !(bytesPerCycle >= 0) || !(operationsPerCycle >= 0)) {
                throw new IllegalArgumentException("clockGigahertz=%s bytesPerCycle=%s operationsPerCycle=%s"
                        .formatted(clockGigahertz, bytesPerCycle, operationsPerCycle));
            }
        }

        /**
         * How long a kernel takes that moves and computes this much: the slower of the two decides.
         */
        public long picos(long bytes, long operations) {
            return start + Math.max(picos(bytes, bytesPerCycle), picos(operations, operationsPerCycle));
        }

        private long picos(long amount, double perCycle) {
            return perCycle == 0 ? 0 : Math.round(amount * (double) NANO / (perCycle * clockGigahertz));
        }
    }

    /**
     * What the profiler adds, by record.
     *
     * @param core a kernel run, told by its core (level 1)
     * @param task a kernel run, told by its scheduler (level 2)
     * @param phase a phase of a scheduler (level 3)
     * @param submit a submit or scope of the orchestrator (level 4)
     * @param argument an argument that is dumped
     * @param argumentByte each byte of it
     * @param scope a sample of a scope
     * @param dependencies a submit whose dependencies are recorded
     * @param counters the counters of a kernel run
     */
    public record Records(
            long core,
            long task,
            long phase,
            long submit,
            long argument,
            long argumentByte,
            long scope,
            long dependencies,
            long counters) {
        /** A profiler that costs nothing. */
        public static final Records FREE = new Records(0, 0, 0, 0, 0, 0, 0, 0, 0);

        public Records {
            requireAll("records", core, task, phase, submit, argument, argumentByte, scope, dependencies, counters);
        }
    }

    private static void requireAll(String what, long... picos) {
        for (long each : picos) {
            if (each < 0) {
                throw new IllegalArgumentException("a time of " + what + " is negative: " + each);
            }
        }
    }
}
