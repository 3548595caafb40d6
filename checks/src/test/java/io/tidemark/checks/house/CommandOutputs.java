package io.tidemark.checks.house;

import io.tidemark.cli.Tidemark;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Asks every command that reads a capture about every capture below some directories, and writes
 * each answer into a file of its own: exit code, standard output, standard error, and the trace
 * that {@code convert} wrote. {@code checks/same-output} starts this file with the class path of
 * two builds and compares the answers. One thread, one process.
 */
final class CommandOutputs {
    /** A command line; CAPTURE stands for the capture, FILE for a file that the command writes. */
    private static final List<String> QUESTIONS = List.of(
            "summary CAPTURE",
            "summary --json CAPTURE",
            "critical-path CAPTURE",
            "critical-path --json CAPTURE",
            "critical-path --compat CAPTURE",
            "overhead CAPTURE",
            "overhead --json CAPTURE",
            "overhead --compat CAPTURE",
            "deps CAPTURE",
            "deps --json CAPTURE",
            "deps --dot CAPTURE",
            "deps --races --json CAPTURE",
            "scopes CAPTURE",
            "scopes --json CAPTURE",
            "dump CAPTURE",
            "dump --json CAPTURE",
            "timing CAPTURE",
            "timing --json CAPTURE",
            "pmu CAPTURE",
            "pmu --json CAPTURE",
            "verify CAPTURE",
            "verify --json CAPTURE",
            "doctor CAPTURE",
            "diff CAPTURE CAPTURE",
            "diff --json CAPTURE CAPTURE",
            "whatif --json --kernel *=0.5x CAPTURE",
            "whatif --json --clusters 3 CAPTURE",
            "calibrate CAPTURE",
            "convert -q -o FILE CAPTURE",
            "convert -q --compat -o FILE CAPTURE",
            "convert -q --format pftrace -o FILE CAPTURE");

    private CommandOutputs() {}

    /**
     * First argument: the directory for the answers; the others are looked through for captures.
     */
    public static void main(String[] arguments) throws IOException {
        Path answers = Path.of(arguments[0]);
        TreeSet<Path> captures = new TreeSet<>();
        for (int i = 1; i < arguments.length; i++) {
            captures.addAll(captures(Path.of(arguments[i]).toAbsolutePath()));
        }
        int number = 0;
        for (Path capture : captures) {
            Path folder = Files.createDirectories(answers.resolve("%04d".formatted(number++)));
            Files.writeString(folder.resolve("capture"), capture + "\n");
            for (String question : QUESTIONS) {
                ask(question, capture, folder);
            }
        }
        System.out.println(captures.size() + " captures, " + QUESTIONS.size() + " questions each");
    }

    /** Directories with a file of a run; what is no capture after all is refused by both builds. */
    private static List<Path> captures(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(json|jsonl|csv|log)"))
                    .map(Path::getParent)
                    .distinct()
                    .toList();
        }
    }

    private static void ask(String question, Path capture, Path folder) throws IOException {
        String name = question.replaceAll("[^a-z0-9-]+", "_").replaceAll("_+$", "");
        Path written = folder.resolve(name + ".written");
        List<String> words = new ArrayList<>();
        for (String word : question.split(" ")) {
            words.add(
                    switch (word) {
                        case "CAPTURE" -> capture.toString();
                        case "FILE" -> written.toString();
                        default -> word;
                    });
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit;
        try (PrintWriter outWriter = new PrintWriter(out);
                PrintWriter errWriter = new PrintWriter(err)) {
            exit = Tidemark.execute(outWriter, errWriter, words.toArray(String[]::new));
        }
        String text = "exit %d\n%s-- stderr\n%s".formatted(exit, out, err);
        Files.writeString(folder.resolve(name), text.replace(folder.toString(), "FOLDER"));
    }
}
