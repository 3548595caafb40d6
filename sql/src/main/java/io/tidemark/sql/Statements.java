package io.tidemark.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a text, which a semicolon ends: the engine runs them all, but answers only the
 * last. A semicolon in quotes or in a comment ends nothing. Pure.
 */
final class Statements {
    private final String text;
    private int at;
    private boolean hasWord; // since the last statement, beside comments

    private Statements(String text) {
        this.text = text;
    }

    /** In order, without their semicolons; those that say nothing are left out. */
    static List<String> of(String text) {
        return new Statements(text).split();
    }

    private List<String> split() {
        List<String> found = new ArrayList<>();
        int begin = 0;
        while (at < text.length()) {
            if (text.charAt(at) == ';') {
                add(found, begin, at);
                begin = ++at;
            } else {
                skip();
            }
        }
        add(found, begin, text.length());
        return found;
    }

    private void add(List<String> found, int begin, int end) {
        if (hasWord) {
            found.add(text.substring(begin, end).strip());
        }
        hasWord = false;
    }

    /** Goes behind the next comment, quoted text or character. */
    private void skip() {
        char here = text.charAt(at);
        if (text.startsWith("--", at)) {
            at = behind("\n", at);
        } else if (text.startsWith("/*", at)) {
            skipComment();
        } else {
            hasWord |= !Character.isWhitespace(here);
            if (here == '\'') {
                skipQuoted(here, isEscapeString());
            } else if (here == '"') {
                skipQuoted(here, false);
            } else if (here == '$') {
                skipDollars();
            } else {
                at++;
            }
        }
    }

    /** Comments of this kind may be nested. */
    private void skipComment() {
        int depth = 0;
        do {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < text.length());
    }

    /** Whether the quote at hand is that of {@code e'...'}, in which a backslash hides the next. */
    private boolean isEscapeString() {
        return at > 0
                && Character.toLowerCase(text.charAt(at - 1)) == 'e'
                && (at == 1 || !isPartOfName(text.charAt(at - 2)));
    }

    /** A doubled quote ends a text and begins the next at once, which comes to the same. */
    private void skipQuoted(char quote, boolean hasEscapes) {
        at++;
        while (at < text.length() && text.charAt(at) != quote) {
            at += hasEscapes && text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, text.length());
    }

    /** Text between two equal tags, as {@code $$...$$} or {@code $tag$...$tag$}; or a parameter. */
    private void skipDollars() {
        boolean isInName = at > 0 && isPartOfName(text.charAt(at - 1));
        int end = at + 1;
        while (end < text.length() && isPartOfName(text.charAt(end))) {
            end++;
        }
        boolean isTag =
                !isInName && end < text.length() && text.charAt(end) == '$' && !Character.isDigit(text.charAt(at + 1));
        at = isTag ? behind(text.substring(at, end + 1), end + 1) : at + 1;
    }

    private static boolean isPartOfName(char letter) {
        return Character.isLetterOrDigit(letter) || letter == '_';
    }

    private int behind(String mark, int from) {
        int found = text.indexOf(mark, from);
        return found < 0 ? text.length() : found + mark.length();
    }
}
