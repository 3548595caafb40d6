package io.tidemark.cli.text;

/** The exit status of the process. Scripts rely on these numbers; none is ever reused. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    /** The work was done, but the data it was done on is not whole. */
    public static final int INCOMPLETE = 3;

    /** The user ended a run with Ctrl-C; what shells call 128 and the number of the signal. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
