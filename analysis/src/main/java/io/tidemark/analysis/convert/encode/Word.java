package io.tidemark.analysis.convert.encode;

import java.nio.charset.StandardCharsets;

/**
 * A text that occurs in many events, encoded once. Immutable. Its number is dense within one {@link
 * Words}, so that a writer interns it through an array.
 */
public final class Word {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final int number;
    private final String text;
    private final byte[] quoted;

    Word(int number, String text) {
        this.number = number;
        this.text = text;
        this.quoted = quote(text).getBytes(StandardCharsets.US_ASCII);
    }

    public int number() {
        return number;
    }

    public String text() {
        return text;
    }

    /** The text as JSON, in quotes and in ASCII only. */
    public byte[] quoted() {
        return quoted;
    }

    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append(letter);
            } else if (letter >= 0x20 && letter < 0x7F) {
                quoted.append(letter);
            } else {
                quoted.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    quoted.append(HEX[letter >>> shift & 0xF]);
                }
            }
        }
        return quoted.append('"').toString();
    }
}
