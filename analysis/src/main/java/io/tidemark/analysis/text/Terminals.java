package io.tidemark.analysis.text;

import java.util.ArrayList;
import java.util.List;

/** Fits text to the columns of a terminal. Pure, any thread. */
public final class Terminals {
    /** The columns of a file or a pipe. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private static final int LEAST_COLUMNS = 40; // below it nothing is readable anyway
    private static final String NEXT_LINE = "  ";

    private Terminals() {}

    /** The lines of a sentence, broken at blanks; all but the first are indented. */
    static List<String> wrap(String sentence, int columns) {
        int room = Math.max(LEAST_COLUMNS, columns);
        List<String> lines = new ArrayList<>();
        String rest = sentence;
        while (rest.length() > room) {
            int blank = rest.lastIndexOf(' ', room);
            int end = blank > NEXT_LINE.length() ? blank : rest.indexOf(' ', room);
            if (end < 0) {
                break;
            }
            lines.add(rest.substring(0, end));
            rest = NEXT_LINE + rest.substring(end + 1);
        }
        lines.add(rest);
        return lines;
    }

    /** Widths of columns that fit: of those that may be cut the widest one gives way, down to a readable width. */
    static void fit(int[] widths, boolean[] mayBeCut, int gap, int columns) {
        int whole = (widths.length - 1) * gap;
        for (int width : widths) {
            whole += width;
        }
        for (int over = whole - Math.max(LEAST_COLUMNS, columns); over > 0; over--) {
            int widest = -1;
            for (int at = 0; at < widths.length; at++) {
                if (mayBeCut[at] && widths[at] > LEAST_CELL && (widest < 0 || widths[at] > widths[widest])) {
                    widest = at;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private static final int LEAST_CELL = 8;
}
