package io.tidemark.viewer.resource;

/** The sizes of the chunks of tables for the page; meta.json has the same numbers. */
final class Chunks {
    /** Rows of a chunk whose rows are looked at one by one. */
    static final int ROWS = 4096;

    /** Rows of a chunk that is searched through. */
    static final int SEARCH_ROWS = 65_536;

    private Chunks() {}

    static int count(int rows, int perChunk) {
        return (int) (((long) rows + perChunk - 1) / perChunk);
    }

    static int length(int rows, int perChunk, int chunk) {
        return Math.min(perChunk, rows - chunk * perChunk);
    }
}
