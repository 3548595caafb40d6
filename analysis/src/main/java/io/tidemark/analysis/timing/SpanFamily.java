package io.tidemark.analysis.timing;

/** Who wrote a span, by the first word of its name. */
public enum SpanFamily {
    CHIP,
    CORE,
    /** The layers above a chip; they run beside its invocations. */
    NODE,
    /** Other programs that share the log. */
    EXTERNAL,
    UNKNOWN;

    public static SpanFamily of(String name) {
        int dot = name.indexOf('.');
        return switch (dot < 0 ? name : name.substring(0, dot)) {
            case "chip" -> CHIP;
            case "core" -> CORE;
            case "node", "network1", "network2", "network3" -> NODE;
            case "ext" -> EXTERNAL;
            default -> UNKNOWN;
        };
    }

    /** True for spans that belong to an invocation of a callable. */
    public boolean isInvocation() {
        return this != NODE && this != EXTERNAL;
    }
}
