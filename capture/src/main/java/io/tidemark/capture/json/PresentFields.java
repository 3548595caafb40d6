package io.tidemark.capture.json;

import java.io.IOException;

/**
 * Fields of records in which null says no more than a missing key does. Not for records in which
 * null is a separate value. Stateless.
 */
public final class PresentFields {
    private PresentFields() {}

    /** Like {@link JsonScanner#nextField}, past fields that are null. */
    public static int next(JsonScanner scanner, Words names, int guess) throws IOException, JsonDamage {
        int field = scanner.nextField(names, guess);
        while (field != JsonScanner.END && scanner.isNull()) {
            field = scanner.nextField(names, field + 1);
        }
        return field;
    }
}
