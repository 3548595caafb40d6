package io.tidemark.sql;

/** Something that a person can put right: one sentence, and the exit code of the process. */
final class SqlProblem extends Exception {
    private static final long serialVersionUID = 1;

    /** The query or the data is at fault. */
    static final int FAILED = 1;

    /** The command line is at fault. */
    static final int USAGE = 2;

    private final int exitCode;

    SqlProblem(int exitCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
