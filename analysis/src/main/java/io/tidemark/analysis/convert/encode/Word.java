package io.tidemark.analysis.convert.encode;

import io.tidemark.capture.json.JsonText;
import java.nio.charset.StandardCharsets;

/**
 * A text that occurs in many events, encoded once. Immutable. Its number is dense within one {@link
 * Words}, so that a writer interns it through an array.
 */
public final class Word {
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
        return JsonText.quote(text, JsonText.Reach.ASCII);
    }
}
