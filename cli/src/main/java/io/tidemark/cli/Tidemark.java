package io.tidemark.cli;

import io.tidemark.cli.report.CalibrateCommand;
import io.tidemark.cli.report.CompareCommand;
import io.tidemark.cli.report.ConvertCommand;
import io.tidemark.cli.report.CriticalPathCommand;
import io.tidemark.cli.report.DepsCommand;
import io.tidemark.cli.report.DiffCommand;
import io.tidemark.cli.report.DoctorCommand;
import io.tidemark.cli.report.DumpCommand;
import io.tidemark.cli.report.OverheadCommand;
import io.tidemark.cli.report.PmuCommand;
import io.tidemark.cli.report.ScopesCommand;
import io.tidemark.cli.report.SummaryCommand;
import io.tidemark.cli.report.TimingCommand;
import io.tidemark.cli.report.VerifyCommand;
import io.tidemark.cli.report.ViewCommand;
import io.tidemark.cli.run.ListCommand;
import io.tidemark.cli.run.RunCommand;
import io.tidemark.cli.sql.ExportCommand;
import io.tidemark.cli.sql.SqlCommand;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.InertWriter;
import io.tidemark.cli.text.PathText;
import io.tidemark.cli.text.Sentences;
import io.tidemark.cli.text.StandardOutput;
import io.tidemark.cli.text.UnknownCommand;
import io.tidemark.cli.text.UserError;
import io.tidemark.cli.text.WholeNumber;
import io.tidemark.cli.tools.ClasspathCommand;
import io.tidemark.cli.tools.ExplainCommand;
import io.tidemark.cli.tools.GenerateCommand;
import io.tidemark.cli.tools.RecoverCommand;
import io.tidemark.cli.tools.SelftestCommand;
import io.tidemark.cli.tools.VersionCommand;
import io.tidemark.cli.whatif.WhatIfCommand;
import io.tidemark.runtime.fault.Thrown;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The root command. It parses, hands over to one class per subcommand, and turns whatever goes
 * wrong into one line on stderr and an exit code.
 */
@Command(
        name = "tidemark",
        description = "Runs task graphs on a many-core accelerator and shows what happened.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 good, 1 failed, 2 wrong usage, 3 done but data is missing, 130 Ctrl-C.",
            "Try: tidemark run paged-attention --chip-swimlane --dep-gen --scope-stats"
        })
public final class Tidemark implements Runnable {
    /** In the order in which help lists them. */
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            ListCommand.class,
            ExplainCommand.class,
            ViewCommand.class,
            CompareCommand.class,
            SummaryCommand.class,
            DepsCommand.class,
            ScopesCommand.class,
            DumpCommand.class,
            TimingCommand.class,
            PmuCommand.class,
            VerifyCommand.class,
            RecoverCommand.class,
            DoctorCommand.class,
            SelftestCommand.class,
            SqlCommand.class,
            ConvertCommand.class,
            ExportCommand.class,
            OverheadCommand.class,
            DiffCommand.class,
            WhatIfCommand.class,
            CalibrateCommand.class,
            CriticalPathCommand.class,
            GenerateCommand.class,
            ClasspathCommand.class,
            VersionCommand.class,
            HelpCommand.class);

    /** How the parser refuses a word for an enum. */
    private static final Pattern NONE_OF =
            Pattern.compile("expected one of \\[([^]]*)] \\(case-insensitive\\) but was '(.*)'$", Pattern.DOTALL);

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace behind an error.")
    private boolean debug;

    public static void main(String[] arguments) {
        StandardOutput output = new StandardOutput();
        PrintWriter out = new PrintWriter(output, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = execute(out, err, arguments);
        out.flush();
        System.exit(output.exitCode(exitCode, err));
    }

    /** Runs one command line in this process; what {@link #main} does, without leaving the JVM. */
    public static int execute(PrintWriter rawOut, PrintWriter rawErr, String... arguments) {
        PrintWriter out = InertWriter.on(rawOut, false);
        PrintWriter err = InertWriter.on(rawErr, true);
        Tidemark root = new Tidemark();
        CommandLine commandLine = commandLine(root, arguments)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Path.class, new PathText())
                .registerConverter(int.class, WholeNumber.ofInt())
                .registerConverter(Integer.class, WholeNumber.ofInt())
                .registerConverter(long.class, WholeNumber.ofLong())
                .registerConverter(Long.class, WholeNumber.ofLong())
                .setExecutionStrategy(Tidemark::executeKnown)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler(Tidemark::reportUsage)
                .setExecutionExceptionHandler(
                        (failure, command, result) -> root.reportFailure(failure, command.getErr()));
        for (CommandLine subcommand : commandLine.getSubcommands().values()) {
            subcommand.getCommandSpec().versionProvider(new VersionCommand.Provider());
        }
        int exitCode;
        try {
            exitCode = commandLine.execute(arguments);
        } catch (Error serious) { // no heap, no room behind a mapped file: one line as well
            exitCode = root.reportFailure(serious, err);
        }
        out.flush();
        err.flush();
        return exitCode;
    }

    /** The root command with all others. */
    static CommandLine commandLine() {
        return commandLine(new Tidemark());
    }

    /**
     * With all commands, or with the one that the first word names: only help and mistakes need the
     * others, and each takes time at every start.
     */
    private static CommandLine commandLine(Tidemark root, String... arguments) {
        Optional<Class<?>> named = COMMANDS.stream()
                .filter(command -> arguments.length > 0 && command != HelpCommand.class)
                .filter(command -> nameOf(command).equals(arguments[0]))
                .findFirst();
        CommandLine commandLine = new CommandLine(root);
        named.<List<Class<?>>>map(List::of).orElse(COMMANDS).forEach(commandLine::addSubcommand);
        return commandLine;
    }

    private static String nameOf(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int reportUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("tidemark: " + sentence(failure));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help' for what it takes.");
        return ExitCode.USAGE;
    }

    private int reportFailure(Throwable failure, PrintWriter err) {
        if (debug) {
            Thrown.printStack(failure, err);
        }
        err.println("tidemark: " + Sentences.of(failure));
        if (failure instanceof UserError known) {
            known.details().forEach(line -> err.println("  " + line));
        }
        return failure instanceof UserError known ? known.exitCode() : ExitCode.FAILED;
    }

    /** Help asked for with a word that is no command is not help for that word. */
    private static int executeKnown(ParseResult parsed) {
        List<String> unmatched = parsed.unmatched();
        if (!parsed.hasSubcommand() && unmatched.stream().anyMatch(word -> !word.startsWith("-"))) {
            throw new UnmatchedArgumentException(parsed.commandSpec().commandLine(), unmatched);
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static String sentence(ParameterException failure) {
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        Optional<String> unknown = unknownCommand(failure);
        if (unknown.isPresent()) {
            return UnknownCommand.sentence(
                    unknown.get(), command.root().subcommands().keySet());
        }
        if (failure instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            boolean isOption = word.startsWith("-");
            String known = failure.getCommandLine().getCommandSpec().qualifiedName();
            List<String> close = unmatched.getSuggestions();
            return "'%s' is not %s of '%s'%s"
                    .formatted(
                            word,
                            isOption ? "an option" : "a command or argument",
                            known,
                            close.isEmpty() ? "." : "; did you mean " + close.getFirst() + "?");
        }
        String message = failure.getMessage();
        return message == null
                ? "the command line could not be read."
                : oneOf(message)
                        .replaceFirst("^Invalid value for option '(-[^']*)'[^:]*: ", "$1: ")
                        .replaceFirst("^Invalid value for positional parameter at index \\d+ \\(([^)]*)\\): ", "$1: ")
                        .replaceAll("\\s*\\R\\s*", " ")
                        .replaceFirst("[.]?$", ".");
    }

    /** A word that is none of an option's, with the words that it takes as help spells them. */
    private static String oneOf(String message) {
        Matcher none = NONE_OF.matcher(message);
        return none.find()
                ? message.substring(0, none.start())
                        + "'%s' is not known; there are %s"
                                .formatted(none.group(2), none.group(1).toLowerCase(Locale.ROOT))
                : message;
    }

    /** The word that stands where a command must, if that is what is wrong. */
    private static Optional<String> unknownCommand(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            boolean isRoot = failure.getCommandLine().getParent() == null;
            return unmatched.getUnmatched().stream()
                    .filter(word -> isRoot && !word.startsWith("-"))
                    .findFirst();
        }
        Matcher help = Pattern.compile("^Unknown subcommand '(.*)'", Pattern.DOTALL)
                .matcher(String.valueOf(failure.getMessage())); // of 'tidemark help WORD'
        return help.find() ? Optional.of(help.group(1)) : Optional.empty();
    }
}
