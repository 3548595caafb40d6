package io.tidemark.analysis.text;

import io.tidemark.capture.finding.InertText;

/** Makes text from a capture safe to show: it may be hostile. Pure, any thread. */
public final class Plain {
    private static final String MARKUP = "|`*[]~\\@";

    private Plain() {}

    /** Without control characters, so that a name cannot move the cursor or fake a line. */
    public static String line(String text) {
        return InertText.line(text);
    }

    /** As {@link #line}, cut to {@code most} characters with a mark that says so. */
    public static String line(String text, int most) {
        String clean = line(text.length() > most * 2 ? text.substring(0, most * 2) : text);
        return clean.length() <= most ? clean : clean.substring(0, most - 1) + "…";
    }

    /** For element content and quoted attributes of HTML. */
    private static String html(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        String line = line(text);
        for (int at = 0; at < line.length(); at++) {
            char letter = line.charAt(at);
            switch (letter) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(letter);
            }
        }
        return escaped.toString();
    }

    /**
     * For a cell or a line of Markdown: nothing in it makes a table, code, a link, an image, a
     * mention or markup of any kind.
     */
    public static String markdown(String text) {
        String page = html(text);
        StringBuilder escaped = new StringBuilder(page.length() + 16);
        for (int at = 0; at < page.length(); at++) {
            char letter = page.charAt(at);
            boolean isMarkup = MARKUP.indexOf(letter) >= 0
                    || letter == '_' && !isInsideWord(page, at)
                    || page.startsWith("://", at)
                    || letter == '.' && page.startsWith("www", at - 3);
            if (isMarkup) {
                escaped.append("&#").append((int) letter).append(';');
            } else {
                escaped.append(letter);
            }
        }
        return escaped.toString();
    }

    /** For Markdown, as code: as it is but on one line, without what would end the code. */
    public static String code(String text) {
        return "`" + line(text).replace('`', '\'') + "`";
    }

    private static boolean isInsideWord(String text, int at) {
        return at > 0
                && at + 1 < text.length()
                && Character.isLetterOrDigit(text.charAt(at - 1))
                && Character.isLetterOrDigit(text.charAt(at + 1));
    }
}
