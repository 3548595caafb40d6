package io.tidemark.cli.tools;

import io.tidemark.analysis.text.Numbers;
import io.tidemark.capture.file.WriteFailure;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.UserError;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes captures of any size for tests and benchmarks. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        description = "Make a synthetic capture of a layered graph, for tests and benchmarks.")
public final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--tasks", paramLabel = "N", required = true, description = "Tasks to submit.")
    private int tasks;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Equal seeds give equal bytes. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Directory to fill; it must be new or empty.")
    private Path output;

    @Option(names = "--certificate", description = "Also write a certificate.")
    private boolean certificate;

    @Option(names = "--args-dump", description = "Also write a small argument dump.")
    private boolean argsDump;

    @Override
    public Integer call() throws IOException {
        if (tasks < 1 || tasks > GeneratorOptions.MAX_TASKS) {
            throw UserError.usage(
                    "--tasks " + tasks + " is out of range; give 1 to " + GeneratorOptions.MAX_TASKS + ".");
        }
        if (isTaken()) {
            throw UserError.usage(output + " is not empty; name a directory that is new, nothing is overwritten.");
        }
        GeneratorOptions options = GeneratorOptions.of(tasks, seed);
        options = certificate ? options.withCertificate() : options;
        options = argsDump ? options.withArgsDump() : options;
        OutputDirectory.make(output);
        GeneratorOptions chosen = options;
        CaptureGenerator.Summary made = WriteFailure.naming(output, () -> CaptureGenerator.generate(chosen, output));
        spec.commandLine()
                .getOut()
                .println("wrote %s: %s tasks, %s runs on cores, %s scheduler phases, %s dependencies"
                        .formatted(
                                output,
                                Numbers.grouped(made.tasks()),
                                Numbers.grouped(made.coreRuns()),
                                Numbers.grouped(made.phases()),
                                Numbers.grouped(made.edges())));
        return ExitCode.OK;
    }

    private boolean isTaken() throws IOException {
        if (!Files.exists(output)) {
            return false;
        }
        if (!Files.isDirectory(output)) {
            return true;
        }
        try (Stream<Path> entries = Files.list(output)) {
            return entries.findAny().isPresent();
        }
    }
}
