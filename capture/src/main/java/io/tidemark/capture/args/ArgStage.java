package io.tidemark.capture.args;

import java.util.Locale;

/** When an argument was copied. */
public enum ArgStage {
    BEFORE_DISPATCH,
    AFTER_COMPLETION,
    UNKNOWN;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
