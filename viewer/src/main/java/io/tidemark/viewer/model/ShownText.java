package io.tidemark.viewer.model;

/**
 * Names from a capture, made fit for a screen: cut to a length a person can read, control
 * characters replaced by spaces and bidirectional marks shown as what they are. The page sets all
 * text as text, so nothing here has to do with markup.
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
        for (int at = 0; at < end; at++) {
            append(shown, text.charAt(at));
        }
        if (cut) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    private static void append(StringBuilder shown, char unit) {
        boolean bidirectional =
                (unit >= 0x202A && unit <= 0x202E)
                        || (unit >= 0x2066 && unit <= 0x2069)
                        || unit == 0x200E
                        || unit == 0x200F
                        || unit == 0x061C;
        if (bidirectional) {
            shown.append("‹U+")
                    .append(Integer.toHexString(unit).toUpperCase(java.util.Locale.ROOT));
            shown.append('›');
        } else {
            shown.append(Character.isISOControl(unit) || unit == 0x2028 ? ' ' : unit);
        }
    }
}
