package io.tidemark.cli.tools;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.recording.ToolVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints which Tidemark this is and what it runs on. */
@Command(
        name = "version",
        mixinStandardHelpOptions = true,
        description = "Print the version of Tidemark and of the Java it runs on.")
public final class VersionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    static String version() {
        return ToolVersion.current();
    }

    @Override
    public Integer call() {
        for (String line : new Provider().getVersion()) {
            spec.commandLine().getOut().println(line);
        }
        return ExitCode.OK;
    }

    /** Shared by {@code --version} and {@code version}. */
    public static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "tidemark " + version(),
                "java "
                        + Runtime.version()
                        + " on "
                        + System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.arch")
            };
        }
    }
}
