package io.tidemark.cuda;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The C++ compiler of the host, which makes a shared library of device code. */
final class HostCompiler {
    private static final List<String> NAMES = List.of("g++", "clang++", "c++");
    private static final List<String> FLAGS =
            List.of(
                    "-x", "c++", "-std=c++17", "-O2", "-fPIC", "-shared", "-pthread", "-Wall",
                    "-Wextra", "-Werror", "-Wno-unused-function", "-ffp-contract=off");

    private final Path program;
    private final CodeCache cache;

    private HostCompiler(Path program, CodeCache cache) {
        this.program = program;
        this.cache = cache;
    }

    /** The one that {@code CXX} names, else the first on the path; empty without any. */
    static Optional<HostCompiler> find(CodeCache cache) {
        String named = System.getenv("CXX");
        List<String> names =
                named == null || named.isBlank() ? NAMES : List.of(named.strip().split(" ")[0]);
        String path = System.getenv("PATH");
        for (String name : names) {
            for (String directory : path == null ? new String[0] : path.split(":")) {
                Path program = Path.of(directory.isEmpty() ? "." : directory).resolve(name);
                if (Files.isExecutable(program) && Files.isRegularFile(program)) {
                    return Optional.of(new HostCompiler(program, cache));
                }
            }
        }
        return Optional.empty();
    }

    /** The library of these sources, made now or before. */
    Path library(DeviceSources sources) throws PlatformRefusedException {
        try {
            String name = sources.digest(program + " " + version() + " " + FLAGS) + ".so";
            Optional<Path> known = cache.find(name);
            return known.isPresent() ? known.get() : cache.keep(name, compile(sources));
        } catch (IOException refused) {
            throw new PlatformRefusedException(
                    "the device code could not be compiled: " + refused.getMessage(), refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PlatformRefusedException("the compiler was interrupted", interrupted);
        }
    }

    private String version() throws IOException, InterruptedException {
        return output(List.of(program.toString(), "--version"));
    }

    private Path compile(DeviceSources sources)
            throws IOException, InterruptedException, PlatformRefusedException {
        Path place = Files.createTempDirectory(cache.directory(), "compile-");
        try {
            for (Map.Entry<String, String> header : sources.headers().entrySet()) {
                Files.writeString(place.resolve(header.getKey()), header.getValue());
            }
            Path main = Files.writeString(place.resolve(DeviceSources.MAIN), sources.main());
            Path library = Files.createTempFile(cache.directory(), "made-", ".so");
            List<String> command = new ArrayList<>(List.of(program.toString()));
            command.addAll(FLAGS);
            command.addAll(List.of("-o", library.toString(), main.toString()));
            output(command);
            return library;
        } finally {
            remove(place);
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command.getFirst() + " says:\n" + text);
        }
        return text;
    }

    private static void remove(Path place) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(place);
    }
}
