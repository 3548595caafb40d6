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
}
