package io.tidemark.analysis.text;

import java.util.Collection;

/**
 * What kind of value a place of a report holds. People read it in the form of {@link Units}; programs get the value as
 * it is.
 */
public enum Quantity {
    /** Words, or a whole number that only names something. */
    TEXT,
    /** A whole number of things. */
    COUNT,
    NANOS,
    MICROS,
    BYTES,
    /** A part of one. */
    SHARE,
    /** A part of a hundred. */
    PERCENT,
    /** A number without a unit. */
    NUMBER,
    /** A part of one, drawn. */
    BAR;

    private static final int MOST_LETTERS = 400;

    /** What stands for a value that the capture does not tell. */
    public static final String UNKNOWN = "n/a";

    boolean isRight() {
        return this != TEXT && this != BAR;
    }

    /** For people; nothing for null. */
    public String text(Object value) {
        return switch (value) {
            case null -> "";
            case Collection<?> several ->
                String.join(", ", several.stream().map(String::valueOf).toList());
            case Number number when this == COUNT -> Numbers.grouped(number.longValue());
            case Number number when this == BYTES -> Units.bytes(number.longValue());
            case Number number when this != TEXT -> measured(number.doubleValue());
            default -> Plain.line(String.valueOf(value), MOST_LETTERS);
        };
    }

    private String measured(double value) {
        if (Double.isNaN(value)) {
            return UNKNOWN;
        }
        return switch (this) {
            case NANOS -> Units.nanos(value);
            case MICROS -> Units.micros(value);
            case SHARE -> Units.percent(value);
            case PERCENT -> Units.percent(value / 100);
            case BAR -> Units.bar(value);
            default -> Units.number(value);
        };
    }
}
