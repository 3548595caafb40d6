package io.tidemark.cli.text;

import java.util.List;

/**
 * A fault a person can act on: one sentence for stderr, the exit code that goes with it, and, where another program
 * found the fault, the lines of that program.
 */
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> details;

    private UserError(int exitCode, String sentence, Throwable cause) {
        this(exitCode, sentence, cause, List.of());
    }

    private UserError(int exitCode, String sentence, Throwable cause, List<String> details) {
        super(sentence, cause);
        this.exitCode = exitCode;
        this.details = details;
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

    /** The data that the answer needs is missing. */
    public static UserError incomplete(String sentence) {
        return new UserError(ExitCode.INCOMPLETE, sentence, null);
    }

    /** The first line is the sentence, the others are the details. */
    public static UserError usageInLines(String text) {
        List<String> lines = text.lines().toList();
        return new UserError(ExitCode.USAGE, lines.getFirst(), null, lines.subList(1, lines.size()));
    }

    public List<String> details() {
        return details;
    }

    public int exitCode() {
        return exitCode;
    }
}
