package io.tidemark.capture.finding;

import java.util.Locale;

/**
 * One problem met while reading, fit for one line on a terminal.
 *
 * @param file name of the file, relative to the capture directory where possible
 * @param position byte offset, line or row as text ("byte 120", "line 7"), empty when it concerns
 *     the whole file
 * @param reason what was wrong and what was done about it
 * @param severity how far the file can still be trusted
 */
public record Finding(String file, String position, String reason, Severity severity) {
    /** How much a finding weighs in the verdict. */
    public enum Severity {
        /** Tolerated: nothing is missing that the capture's era promised. */
        NOTE,
        /** Rows or fields were lost: the verdict becomes GAPS. */
        LOSS,
        /** The content contradicts itself or cannot be read: the verdict becomes UNTRUSTED. */
        DAMAGE
    }

    public Finding {
        file = onOneLine(file);
        position = onOneLine(position);
        reason = onOneLine(reason);
    }

    @Override
    public String toString() {
        String where = position.isEmpty() ? file : file + " at " + position;
        return "%s: %s".formatted(where, reason).strip();
    }

    /**
     * A reason may quote the file, and a damaged file may hold anything: what {@link InertText}
     * calls active becomes its escape.
     */
    private static String onOneLine(String text) {
        if (text.codePoints().noneMatch(InertText::isActive)) {
            return text;
        }
        StringBuilder line = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        next -> {
                            if (InertText.isActive(next)) {
                                line.append(String.format(Locale.ROOT, "\\u%04x", next));
                            } else {
                                line.appendCodePoint(next);
                            }
                        });
        return line.toString();
    }

    /** The severity as a lower-case word. */
    public String severityWord() {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
