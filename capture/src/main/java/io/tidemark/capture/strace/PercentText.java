package io.tidemark.capture.strace;

import java.nio.charset.StandardCharsets;

/** The {@code %XX} encoding of names and attributes in timing markers. Stateless; any thread. */
final class PercentText {
    private PercentText() {}

    /**
     * The text behind the escapes; an escape that is none, and a cut mark {@code ~}, stay as they
     * are.
     */
    static String decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        byte[] bytes = new byte[encoded.length()];
        int size = 0;
        for (int at = 0; at < encoded.length(); at++) {
            int value = encoded.charAt(at) == '%' ? hex(encoded, at + 1) : -1;
            if (value >= 0) {
                bytes[size++] = (byte) value;
                at += 2;
            } else {
                bytes[size++] = (byte) encoded.charAt(at);
            }
        }
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    private static int hex(String text, int at) {
        if (at + 2 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
