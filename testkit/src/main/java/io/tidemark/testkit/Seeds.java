package io.tidemark.testkit;

import java.util.Locale;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * The seeds of a random test. A test takes {@link #first} as a method source, or runs its body
 * through {@link #each}; {@code -Dtidemark.seed=N} replaces all of them by the one that failed, and
 * {@code -Dtidemark.seconds=N} lets {@link #each} go on with new ones for so long, the same ones
 * with {@code -Dtidemark.start=N}. Any thread.
 */
public final class Seeds {
    private static final String PROPERTY = "tidemark.seed";
    private static final String SECONDS = "tidemark.seconds";
    private static final String START = "tidemark.start";

    private Seeds() {}

    /** {@code count} fixed, unlike seeds, or only the one asked for on the command line. */
    public static LongStream first(int count) {
        String wanted = System.getProperty(PROPERTY);
        return wanted != null
                ? LongStream.of(Long.decode(wanted))
                : LongStream.range(0, count).map(Seeds::mix);
    }

    /** False when the command line asks for other seeds than those of every build. */
    public static boolean areAllFixed() {
        return System.getProperty(PROPERTY) == null && System.getProperty(SECONDS) == null;
    }

    /** Runs the body once per seed; a failure names the seed and how to run it again. */
    public static void each(int count, LongConsumer body) {
        Integer seconds = Integer.getInteger(SECONDS);
        if (seconds == null) {
            first(count).forEach(seed -> run(seed, body));
            return;
        }
        // from a place of its own each time, or an hour today would repeat the hour of yesterday
        long index = Long.getLong(START, System.currentTimeMillis());
        long start = System.nanoTime();
        long done = 0;
        while (System.nanoTime() - start < seconds * 1_000_000_000L) {
            run(mix(index + done++), body);
        }
        System.out.printf(Locale.ROOT, "%,d seeds in %d s%n", done, seconds);
    }

    private static void run(long seed, LongConsumer body) {
        try {
            body.accept(seed);
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + " failed; run it alone with " + again(seed), failure);
        }
    }

    public static Random random(long seed) {
        return new Random(seed);
    }

    /** The flag that runs one seed again, for messages of parameterized tests. */
    public static String again(long seed) {
        return "-D" + PROPERTY + "=" + seed;
    }

    private static long mix(long index) {
        long z = (index + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        return (z ^ (z >>> 27)) >>> 16; // short enough to type again
    }
}
