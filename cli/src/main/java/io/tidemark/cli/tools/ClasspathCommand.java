package io.tidemark.cli.tools;

import io.tidemark.cli.text.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a case of one's own is compiled against. */
@Command(
        name = "classpath",
        mixinStandardHelpOptions = true,
        description = "Print the class path that a case of your own is compiled against.",
        footer = {"", "Example:", "  javac -d classes --class-path \"$(tidemark classpath)\" MyCases.java"})
public final class ClasspathCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        String started = System.getProperty("java.class.path");
        Path launcher = Path.of(started.split(File.pathSeparator, 2)[0]);
        spec.commandLine().getOut().println(launched(launcher) ? named(launcher) : started);
        return ExitCode.OK;
    }

    private static boolean launched(Path first) {
        return Files.isRegularFile(first) && first.getFileName().toString().equals("tidemark-launcher.jar");
    }

    /** The launcher's manifest names the other jars, which are in the same directory. */
    private static String named(Path launcher) throws IOException {
        try (JarFile jar = new JarFile(launcher.toFile())) {
            String names = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            Path directory = launcher.toAbsolutePath().normalize().getParent();
            return Stream.of(names.split(" "))
                    .map(name -> directory.resolve(name).toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
