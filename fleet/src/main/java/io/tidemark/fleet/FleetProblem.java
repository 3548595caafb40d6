package io.tidemark.fleet;

/** Something that a person can put right: one sentence, and the exit code of the program. */
final class FleetProblem extends Exception {
    private static final long serialVersionUID = 1;

    /** The lake, or a file system, is at fault. */
    static final int FAILED = 1;

    /** The command line is at fault. */
    static final int USAGE = 2;

    private final int exitCode;

    FleetProblem(int exitCode, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
