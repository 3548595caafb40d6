package io.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Which run is killed and when, all of it drawn from a seed.
 *
 * @param arguments of {@code tidemark run}
 * @param early from the start of the process on, before there is anything to recover
 * @param kernels so many must have run; counted, or a slow machine would see beginnings only
 * @param delayMillis after that
 */
record KillPlan(long seed, Victim victim, List<String> arguments, boolean early, long kernels, long delayMillis) {
    private static final int MOST_DELAY_MILLIS = 1000;
    private static final int MOST_DELAY_AFTER_KERNELS = 20;

    /** What is killed. */
    enum Victim {
        /** The one process of a run. */
        PROGRAM,
        /** The process of an isolated device; the host lives and finishes. */
        DEVICE,
        /** The host of an isolated device, which must notice and end. */
        HOST;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Runs to kill, by what they record. */
    private enum Sort {
        /** Goes on until it is killed. */
        ENDLESS(16, "noop", "--tasks=100000000"),
        /** As many tasks as a graph may have that is kept whole. */
        BUILT_ON_HOST(12, "noop", "--tasks=16000", "--runtime=hbg"),
        /** Many arguments for few tasks. */
        ATTENTION(6, "paged-attention:varseq4");

        private final int kernelBits;
        private final List<String> arguments;

        Sort(int kernelBits, String... arguments) {
            this.kernelBits = kernelBits;
            this.arguments = List.of(arguments);
        }
    }

    static KillPlan draw(Victim victim, long seed) {
        SplittableRandom random = // neighbouring seeds of a plain Random draw alike
                new SplittableRandom(seed * Victim.values().length + victim.ordinal());
        int dice = random.nextInt(8);
        Sort sort = dice < 5 ? Sort.ENDLESS : dice < 6 ? Sort.BUILT_ON_HOST : Sort.ATTENTION;
        List<String> arguments = new ArrayList<>(sort.arguments);
        arguments.add("--platform=" + (random.nextBoolean() ? "a2a3sim" : "a5sim"));
        if (victim != Victim.PROGRAM) {
            arguments.add("--isolate");
        }
        boolean counting = seed % 4 != 0; // so that of any three kills two see kernels
        boolean early = !counting && random.nextBoolean();
        return new KillPlan(
                seed,
                victim,
                List.copyOf(arguments),
                early,
                counting ? 1L << random.nextInt(sort.kernelBits) : 0,
                random.nextInt(counting ? MOST_DELAY_AFTER_KERNELS : MOST_DELAY_MILLIS));
    }

    @Override
    public String toString() {
        return "seed %d: %s of '%s' killed after %d kernels and %d ms%s (repeat: checks/kill-loop --kills 1 --victim %s --seed %d)"
                .formatted(
                        seed,
                        victim.word(),
                        String.join(" ", arguments),
                        kernels,
                        delayMillis,
                        early ? ", early" : "",
                        victim.word(),
                        seed);
    }
}
