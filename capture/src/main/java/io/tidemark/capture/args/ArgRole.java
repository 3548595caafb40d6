package io.tidemark.capture.args;

import java.util.Locale;

/** Direction of a dumped argument. */
public enum ArgRole {
    INPUT,
    OUTPUT,
    INOUT,
    UNKNOWN;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static ArgRole ofWord(String word) {
        return switch (word) {
            case "input" -> INPUT;
            case "output" -> OUTPUT;
            case "inout" -> INOUT;
            default -> UNKNOWN;
        };
    }
}
