package io.tidemark.sql.engine;

/** A cell has a text that the enumerated type of its column does not list. */
final class UnlistedTextException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnlistedTextException(String column) {
        super(TableFunctions.UNLISTED + " (" + column + ")");
    }
}
