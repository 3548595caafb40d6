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

    public static ArgStage ofWord(String word) {
        return switch (word) {
            case "before_dispatch" -> BEFORE_DISPATCH;
            case "after_completion" -> AFTER_COMPLETION;
            default -> UNKNOWN;
        };
    }
}
