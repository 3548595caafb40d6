package io.tidemark.abi;

/**
 * What callers may give as a swimlane level: a whole number from 0 (off) to {@link
 * DfxFlags#MAX_SWIMLANE_LEVEL}, or, as callers did before there were levels, true for the fullest
 * and false for off.
 */
public final class SwimlaneLevel {
    /** Name of the level of one chip. */
    public static final String CHIP = "chip_swimlane_level";

    /** Name of the level of what is recorded above the chips of a run over several. */
    public static final String DIST = "dist_swimlane_level";

    private SwimlaneLevel() {}

    /**
     * @throws IllegalArgumentException with {@code name=value}, for anything else
     */
    public static int of(String name, Object value) {
        return switch (value) {
            case Boolean on -> on ? DfxFlags.MAX_SWIMLANE_LEVEL : 0;
            case Integer number -> of(name, number.longValue());
            case Long number -> of(name, number.longValue());
            case Short number -> of(name, number.longValue());
            case Byte number -> of(name, number.longValue());
            case null, default -> throw refused(name, value);
        };
    }

    private static int of(String name, long level) {
        if (level < 0 || level > DfxFlags.MAX_SWIMLANE_LEVEL) {
            throw refused(name, level);
        }
        return (int) level;
    }

    private static IllegalArgumentException refused(String name, Object value) {
        return new IllegalArgumentException(
                "%s=%s is not 0..%d, true or false".formatted(name, value, DfxFlags.MAX_SWIMLANE_LEVEL));
    }
}
