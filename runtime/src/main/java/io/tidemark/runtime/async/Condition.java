package io.tidemark.runtime.async;

import io.tidemark.runtime.CompletionEngine;

/**
 * One condition as three words: head (what kind, which engine, how wide), target (address or post
 * id), expected value. Codes are fixed. Pure.
 */
public final class Condition {
    public static final int WORDS = 3;

    /** A counter in device memory reaches a value. */
    public static final int COUNTER = 1;

    /** An engine has posted an event. */
    public static final int EVENT = 2;

    /** No engine; what a task asks for that names none. */
    public static final int NO_ENGINE = 0xFF;

    private Condition() {}

    public static int engineCode(CompletionEngine engine) {
        return engine == null
                ? NO_ENGINE
                : switch (engine) {
                    case SDMA -> 0;
                    case ROCE -> 1;
                    case URMA -> 2;
                    case CCU -> 3;
                };
    }

    public static long head(int type, int engineCode, int bytes) {
        return type | (long) engineCode << 8 | (long) bytes << 16;
    }

    static int type(long head) {
        return (int) head & 0xFF;
    }

    static int engine(long head) {
        return (int) (head >>> 8) & 0xFF;
    }

    static int bytes(long head) {
        return (int) (head >>> 16) & 0xFF;
    }

    /** Counters may be kept by any engine; only SDMA posts events. */
    static boolean exists(long head) {
        int engine = engine(head);
        return switch (type(head)) {
            case COUNTER ->
                engine < CompletionEngine.values().length
                        && (bytes(head) == Integer.BYTES || bytes(head) == Long.BYTES);
            case EVENT -> engine == engineCode(CompletionEngine.SDMA);
            default -> false;
        };
    }

    static String text(long head) {
        return "type " + type(head) + " of engine " + engine(head);
    }
}
