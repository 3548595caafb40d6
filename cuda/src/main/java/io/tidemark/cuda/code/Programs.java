package io.tidemark.cuda.code;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compilers of the host that are started as processes. Stateless. */
final class Programs {
    private Programs() {}

    /** Where a program is, found as a shell finds it. */
    static Optional<Path> onPath(String name) {
        String path = System.getenv("PATH");
        for (String directory : path == null ? new String[0] : path.split(":")) {
            Path program = Path.of(directory.isEmpty() ? "." : directory).resolve(name);
            if (Files.isExecutable(program) && Files.isRegularFile(program)) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    /** What a compiler makes of the main file; it takes {@code -o} and finds headers beside it. */
    static byte[] compiled(Path program, List<String> flags, DeviceSources sources) throws PlatformRefusedException {
        try {
            Path place = Files.createTempDirectory("tidemark-compile-");
            try {
                for (Map.Entry<String, String> header : sources.headers().entrySet()) {
                    Files.writeString(place.resolve(header.getKey()), header.getValue());
                }
                Path main = Files.writeString(place.resolve(DeviceSources.MAIN), sources.main());
                Path made = place.resolve("made");
                List<String> command = new ArrayList<>(List.of(program.toString()));
                command.addAll(flags);
                command.addAll(List.of("-o", made.toString(), main.toString()));
                Output output = run(command);
                if (output.exitCode() != 0) {
                    String text = output.text().replace(place + "/", ""); // the names that the case gave its sources
                    throw new PlatformRefusedException("the device code does not compile; %s says:%n%s"
                            .formatted(program.getFileName(), text.strip()));
                }
                return Files.readAllBytes(made);
            } finally {
                remove(place);
            }
        } catch (IOException refused) {
            throw new PlatformRefusedException(
                    "the compiler of the device code cannot be run: " + refused.getMessage(), refused);
        }
    }

    /** All that a program prints; it must end well. */
    static String output(List<String> command) throws IOException {
        Output output = run(command);
        if (output.exitCode() != 0) {
            throw new IOException(command.getFirst() + " says: " + output.text().strip());
        }
        return output.text();
    }

    private record Output(int exitCode, String text) {}

    private static Output run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Output(process.waitFor(), text);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(command.getFirst() + " was interrupted", interrupted);
        }
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
