package io.tidemark.viewer.timeline;

/**
 * A part of the picture where the data is not what it seems: it is hatched, never left blank.
 *
 * @param kind what happened there
 * @param lane index of the lane it belongs to, or {@link #EVERY_LANE}, which means all that the
 *     swimlane recorded
 * @param beginNanos first moment, since the origin
 * @param endNanos last moment
 * @param text one sentence for the reader
 */
public record Stretch(Kind kind, int lane, long beginNanos, long endNanos, String text) {
    public static final int EVERY_LANE = -1;

    /** Why a stretch is hatched; the words are part of the page. */
    public enum Kind {
        GAP("gap"),
        /** A kernel that had not returned when the run was stopped. */
        OPEN("open"),
        /** Records are missing on the lane, and it is not known when. */
        SOMEWHERE("somewhere"),
        /** Rows that are there but were not read yet. */
        UNREAD("unread"),
        FREEZE("freeze"),
        RECOVERED("recovered"),
        /** Saved after the run had ended; it is not known from when on. */
        RECOVERED_SOMEWHERE("recovered-somewhere");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
