package io.tidemark.cli.text;

/** A fault a person can act on: one sentence for stderr and the exit code that goes with it. */
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private UserError(int exitCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    public static UserError usage(String sentence) {
        return new UserError(ExitCode.USAGE, sentence, null);
    }

    public static UserError failed(String sentence) {
        return new UserError(ExitCode.FAILED, sentence, null);
    }

    public static UserError failed(String sentence, Throwable cause) {
        return new UserError(ExitCode.FAILED, sentence, cause);
    }

    public int exitCode() {
        return exitCode;
    }
}
