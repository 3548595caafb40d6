package io.tidemark.cli;

/** What the process tells the shell. Scripts rely on these numbers; none is ever reused. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    /** The work was done, but the data it was done on is not whole. */
    public static final int INCOMPLETE = 3;

    private ExitCode() {}
}
