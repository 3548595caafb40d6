package io.tidemark.analysis.text;

/** Makes text from a capture safe to show: it may be hostile. Pure, any thread. */
public final class Plain {
    private Plain() {}

    /** Without control characters, so that a name cannot move the cursor or fake a line. */
    public static String line(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (isHidden(text.charAt(at))) {
                return cleaned(text, at);
            }
        }
        return text;
    }

    /** As {@link #line}, cut to {@code most} characters with a mark that says so. */
    public static String line(String text, int most) {
        String clean = line(text.length() > most * 2 ? text.substring(0, most * 2) : text);
        return clean.length() <= most ? clean : clean.substring(0, most - 1) + "…";
    }

    /** For element content and quoted attributes of HTML. */
    public static String html(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            switch (letter) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(isHidden(letter) ? '\uFFFD' : letter);
            }
        }
        return escaped.toString();
    }

    private static String cleaned(String text, int from) {
        StringBuilder clean = new StringBuilder(text.length()).append(text, 0, from);
        for (int at = from; at < text.length(); at++) {
            char letter = text.charAt(at);
            clean.append(isHidden(letter) ? '\uFFFD' : letter);
        }
        return clean.toString();
    }

    private static boolean isHidden(char letter) {
        return letter < 0x20
                || letter >= 0x7F && letter < 0xA0
                || letter >= 0x202A && letter <= 0x202E // reorder what follows
                || letter >= 0x2066 && letter <= 0x2069
                || letter == 0x2028
                || letter == 0x2029;
    }
}
