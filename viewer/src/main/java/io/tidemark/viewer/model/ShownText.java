package io.tidemark.viewer.model;

import io.tidemark.capture.finding.InertText;
import java.util.Locale;

/**
 * Names from a capture, made fit for a screen: cut to a length a person can read, control
 * characters and line breaks replaced by spaces, and whatever else {@link InertText} calls active
 * written as its number. The page sets all text as text, so nothing here has to do with markup.
 */
public final class ShownText {
    /** Longest text that travels to the page, in UTF-16 units. */
    public static final int LONGEST = 240;

    private ShownText() {}

    public static String of(String text) {
        if (text == null) {
            return "";
        }
        boolean cut = text.length() > LONGEST;
        int end = cut ? LONGEST : text.length();
        if (cut && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder shown = new StringBuilder(end + 16);
        text.substring(0, end).codePoints().forEach(letter -> append(shown, letter));
        if (cut) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    private static void append(StringBuilder shown, int letter) {
        if (!InertText.isActive(letter)) {
            shown.appendCodePoint(letter);
        } else if (isBreak(letter)) {
            shown.append(' ');
        } else {
            shown.append("‹U+")
                    .append(String.format(Locale.ROOT, "%04X", letter))
                    .append('›');
        }
    }

    private static boolean isBreak(int letter) {
        int type = Character.getType(letter);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }
}
