package io.tidemark.cli.capture;

import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.GivenFiles;
import io.tidemark.capture.names.NameMap;
import io.tidemark.cli.text.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Where a command takes graph and names from, if not from the capture: the options of the older
 * tools, with their meaning. Mixed into the commands that draw or explain runs.
 */
public final class SourceOptions {
    @Option(
            names = "--deps-json",
            paramLabel = "FILE",
            description = "Take the graph from FILE instead of the capture's deps.json.")
    private Path dependencies;

    @Option(
            names = "--func-names",
            paramLabel = "FILE",
            description = "Take the names of kernels from FILE, a name map, instead of the capture's.")
    private Path names;

    @Option(
            names = {"-k", "--kernel-config"},
            paramLabel = "FILE",
            description = "Take the names of kernels from the list KERNELS of FILE, a kernel_config.py; it is"
                    + " read, not run. --func-names wins.")
    private Path kernelConfig;

    public boolean hasDependencies() {
        return dependencies != null;
    }

    public boolean hasNames() {
        return names != null || kernelConfig != null;
    }

    /** The files, each of which must be there. */
    GivenFiles files() {
        return new GivenFiles(
                file("--deps-json", dependencies), file("--func-names", names), file("--kernel-config", kernelConfig));
    }

    private static Optional<Path> file(String option, Path file) {
        if (file != null && !Files.isRegularFile(file)) {
            throw UserError.usage(
                    "%s %s %s.".formatted(option, file, Files.exists(file) ? "is not a file" : "does not exist"));
        }
        return Optional.ofNullable(file);
    }

    /** One graph belongs to one run. */
    void requireOne(List<CaptureDirectory> captures) {
        if (dependencies != null && captures.size() > 1) {
            throw UserError.usage("--deps-json is the graph of one capture, and there are %d here; name one."
                    .formatted(captures.size()));
        }
    }

    /** Refuses a graph or names that were asked for by the file's name and are not there. */
    void requireUsable(Capture capture) {
        if (dependencies != null && capture.dependencies().isEmpty()) {
            throw UserError.failed("--deps-json " + dependencies + " holds no graph that can be read.");
        }
        if (hasNames() && capture.names() == NameMap.EMPTY) {
            throw UserError.failed((names != null ? "--func-names " + names : "--kernel-config " + kernelConfig)
                    + " names no kernel.");
        }
    }
}
