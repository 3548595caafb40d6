package io.tidemark.cli.sql;

import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the tables of captures to files that other tools read. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Write captures as files that other tools read.",
        footer = {
            "",
            "simpler: the files of hw-native-sys/simpler, one capture. csv: a file per table.",
            "parquet: zstd, in OUT/TABLE/capture=NAME/rank=N/. docs/tables/ says what each column means.",
            "",
            "Example:",
            "  tidemark export 'outputs/*' --format parquet --out lake"
        })
public final class ExportCommand implements Callable<Integer> {
    /** The formats of files. */
    enum Format {
        SIMPLER,
        CSV,
        PARQUET
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description = "Capture directories, directories that hold several, or patterns of names."
                    + " Without any: the newest under outputs/.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            description = "What is written: ${COMPLETION-CANDIDATES}.")
    private Format format;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where to; a directory that is empty or does not exist.")
    private Path directory;

    @Mixin
    private SqlEngineOptions engine;

    @Override
    public Integer call() throws IOException {
        requireEmpty();
        if (format == Format.SIMPLER) {
            return new SimplerExport(directory, spec.commandLine().getOut()).write(CaptureNames.of(names));
        }
        List<String> words = engine.words("export", format.name().toLowerCase(Locale.ROOT), directory.toString());
        CaptureNames.of(names).forEach(path -> words.add(path.toString()));
        return engine.process()
                .run(
                        words,
                        false,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
    }

    private void requireEmpty() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw UserError.usage(directory + " is a file; --out takes a directory.");
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw UserError.usage(directory + " is not empty; nothing in it is overwritten.");
            }
        }
    }
}
