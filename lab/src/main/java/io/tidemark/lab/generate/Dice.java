package io.tidemark.lab.generate;

/**
 * Numbers that follow from a seed and a place, so that nothing drawn has to be stored. Stateless.
 */
final class Dice {
    private Dice() {}

    /** 64 well mixed bits of a place. */
    static long at(long seed, long a, long b) {
        long mixed = seed + a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A number from 0 to {@code bound} - 1. */
    static int below(int bound, long seed, long a, long b) {
        return (int) Long.remainderUnsigned(at(seed, a, b), bound);
    }
}
