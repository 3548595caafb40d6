package io.tidemark.capture.json;

/**
 * Follows UTF-8 byte by byte, for text that is read past and not kept: the same bytes are refused
 * as when it were decoded. Used for one string by one thread.
 */
final class Utf8Walk {
    private int due; // bytes of the character that must still come
    private int least;
    private int greatest;

    /** Takes a byte above 127; false when it cannot stand there. */
    boolean accept(int next) {
        if (due > 0) {
            boolean fits = next >= least && next <= greatest;
            due--;
            least = 0x80;
            greatest = 0xBF;
            return fits;
        }
        due = next >= 0xC2 && next <= 0xDF ? 1 : next >= 0xE0 && next <= 0xEF ? 2 : 3;
        least = next == 0xE0 ? 0xA0 : next == 0xF0 ? 0x90 : 0x80; // else a shorter form exists
        greatest = next == 0xED ? 0x9F : next == 0xF4 ? 0x8F : 0xBF; // surrogates; past U+10FFFF
        return next >= 0xC2 && next <= 0xF4;
    }

    /** True when no character is half read. */
    boolean isWhole() {
        return due == 0;
    }
}
