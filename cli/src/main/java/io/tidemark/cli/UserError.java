package io.tidemark.cli;

/** A fault a person can act on: one sentence for stderr and the exit code that goes with it. */
final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private UserError(int exitCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    static UserError usage(String sentence) {
        return new UserError(ExitCode.USAGE, sentence, null);
    }

    static UserError failed(String sentence) {
        return new UserError(ExitCode.FAILED, sentence, null);
    }

    static UserError failed(String sentence, Throwable cause) {
        return new UserError(ExitCode.FAILED, sentence, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
