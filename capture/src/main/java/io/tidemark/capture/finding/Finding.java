package io.tidemark.capture.finding;

import java.util.Locale;

/**
 * One problem met while reading, fit for one line on a terminal.
 *
 * @param file name of the file, relative to the capture directory where possible
 * @param position byte offset, line or row as text ("byte 120", "line 7"), empty when it concerns
 *     the whole file
 * @param reason the problem and the reaction of the reader
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
        file = InertText.escaped(file);
        position = InertText.escaped(position);
        reason = InertText.escaped(reason);
    }

    @Override
    public String toString() {
        String where = position.isEmpty() ? file : file + " at " + position;
        return "%s: %s".formatted(where, reason).strip();
    }

    /** The severity as a lower-case word. */
    public String severityWord() {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
