package io.tidemark.analysis.diff.align;

/** Mixes numbers into 64-bit hashes. Pure. */
final class Hash {
    private Hash() {}

    /** Every bit of the argument changes half of the result. */
    static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    static long of(String text) {
        long hash = text.length();
        for (int at = 0; at < text.length(); at++) {
            hash = hash * 0x100000001B3L + text.charAt(at);
        }
        return mix(hash);
    }
}
