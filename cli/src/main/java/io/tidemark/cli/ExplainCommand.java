package io.tidemark.cli;

import io.tidemark.abi.ErrorCode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what an error code means and what to do about it. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Say what an error code of a run means and what to do about it.")
final class ExplainCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "CODE",
            description =
                    "A number (3, or -3 as a run reports it) or a name; all codes when left out.")
    private String code;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (code == null) {
            for (ErrorCode known : ErrorCode.values()) {
                out.printf(
                        Locale.ROOT,
                        "%4d  %-28s %s%n",
                        known.number(),
                        known.name(),
                        known.meaning());
            }
            return ExitCode.OK;
        }
        ErrorCode known = find(code.strip());
        out.println(known.number() + " " + known.name() + ": " + known.meaning() + ".");
        out.println("What to do: " + known.hint() + ".");
        return ExitCode.OK;
    }

    private static ErrorCode find(String text) {
        for (ErrorCode known : ErrorCode.values()) {
            if (known.name().equalsIgnoreCase(text)) {
                return known;
            }
        }
        try {
            int number = Integer.parseInt(text);
            return ErrorCode.ofNumber(Math.abs(number)).orElseThrow();
        } catch (RuntimeException unknown) {
            throw UserError.usage(
                    "'" + text + "' is no error code; 'tidemark explain' lists them all.");
        }
    }
}
