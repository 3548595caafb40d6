package io.tidemark.viewer.home;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.viewer.model.ShownText;

/**
 * What the list of captures says about one. Immutable.
 *
 * @param caseName empty when the capture does not say
 * @param ending a word for a bad ending, empty for a good one
 * @param makespanNanos -1 when no run of a kernel was recorded
 */
record JudgedCapture(
        String caseName, String verdict, String verdictLine, String ending, String endingLine, long makespanNanos) {
    private static final int MOST_LETTERS = 400;

    static JudgedCapture unreadable(String why) {
        return new JudgedCapture("", "UNREADABLE", why, "", "", -1);
    }

    void writeTo(JsonWriter json) {
        json.member("state", "judged");
        json.member("case", shown(caseName));
        json.member("verdict", verdict);
        json.member("verdictLine", shown(verdictLine));
        json.member("ending", shown(ending));
        json.member("endingLine", shown(endingLine));
        json.member("makespanNanos", makespanNanos);
    }

    private static String shown(String text) {
        String whole = ShownText.of(text);
        return whole.length() > MOST_LETTERS ? whole.substring(0, MOST_LETTERS) + "…" : whole;
    }
}
