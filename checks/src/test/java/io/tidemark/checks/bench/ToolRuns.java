package io.tidemark.checks.bench;

import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.testkit.FileTree;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tools as a person runs them, JVM start included, on generated captures of several sizes; a
 * whole run's peak memory; and the help. One thread.
 */
final class ToolRuns {
    private static final int LARGE = WholeRuns.LARGEST;
    private static final int REPEATS = 5;

    private final Path home;
    private final boolean quick;
    private final Samples samples;

    ToolRuns(Path home, boolean quick, Samples samples) {
        this.home = home;
        this.quick = quick;
        this.samples = samples;
    }

    /** The commands by their names in the table. */
    static Map<String, List<String>> commands() {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("convert --format pftrace", List.of("convert", "CAPTURE", "--format", "pftrace", "-o", "OUT"));
        commands.put("convert (JSON)", List.of("convert", "CAPTURE", "-o", "OUT"));
        commands.put("overhead", List.of("overhead", "CAPTURE"));
        commands.put("critical-path", List.of("critical-path", "CAPTURE"));
        commands.put("deps --edge-mode reduced", List.of("deps", "CAPTURE", "--edge-mode", "reduced"));
        commands.put("summary", List.of("summary", "CAPTURE"));
        return commands;
    }

    void run() throws IOException, InterruptedException {
        help();
        largeRun();
        for (int tasks : WholeRuns.sizes(quick)) {
            tools(tasks);
        }
    }

    private void help() throws IOException, InterruptedException {
        tidemark(Map.of(), "--help"); // builds, if need be
        for (int i = 0; i < REPEATS; i++) {
            samples.add("help/s", tidemark(Map.of(), "--help").seconds());
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            ChildProcess version = ChildProcess.run(List.of(java, "-version"), home, Map.of());
            samples.add("help/bare JVM s", version.orFail("java -version").seconds());
        }
    }

    private void largeRun() throws IOException, InterruptedException {
        for (int i = 0; i < REPEATS; i++) {
            for (String level : List.of("0", "4")) {
                Path place = Files.createTempDirectory("tidemark-bench");
                ChildProcess run = tidemark(
                        Map.of(),
                        "run",
                        "noop",
                        "--tasks=" + LARGE,
                        "--chip-swimlane=" + level,
                        "--json",
                        "--capture=" + place.resolve("capture"));
                samples.add("large run/level " + level + "/MB", run.peakMegabytes());
                FileTree.delete(place);
            }
            samples.add("large run/futures/MB", futures().peakMegabytes());
        }
    }

    /** The same graph by the JDK's futures, in a JVM that is set up as a run's. */
    private ChildProcess futures() throws IOException, InterruptedException {
        return ChildProcess.java(
                        home,
                        List.of("-XX:+UseSerialGC"),
                        FuturesRun.class.getName(),
                        List.of(WholeRuns.MAIN_SHAPE, Integer.toString(LARGE)))
                .orFail("the large run by futures");
    }

    private void tools(int tasks) throws IOException, InterruptedException {
        Path place = Files.createTempDirectory("tidemark-bench");
        Path capture = place.resolve("capture");
        tidemark(Map.of(), "generate", "--tasks=" + tasks, "--seed=1", "-o", capture.toString());
        try (Stream<Path> files = Files.walk(capture)) {
            long bytes = files.map(Path::toFile).mapToLong(File::length).sum();
            samples.add("tool/" + tasks + "/input MB", bytes / 1e6);
        }
        if (tasks == CaptureFileBenchmark.TASKS) {
            Path records = capture.resolve(SwimlaneWriter.FILE_NAME);
            samples.add("writer/MB", Files.size(records) / 1e6);
        }
        Map<String, String> heap = Map.of("TIDEMARK_JVM_FLAGS", tasks == LARGE ? "-Xmx1g" : "-Xmx512m");
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            samples.add("tool/" + tasks + "/copy/s", copySeconds(capture, place.resolve("copy")));
            for (Map.Entry<String, List<String>> command : commands().entrySet()) {
                Path out = place.resolve("out");
                List<String> words = new ArrayList<>();
                for (String word : command.getValue()) {
                    words.add(word.replace("CAPTURE", capture.toString()).replace("OUT", out.toString()));
                }
                ChildProcess run = tidemark(heap, words.toArray(String[]::new));
                Files.deleteIfExists(out);
                String name = "tool/" + tasks + "/" + command.getKey();
                samples.add(name + "/s", run.seconds());
                samples.add(name + "/MB", run.peakMegabytes());
            }
        }
        FileTree.delete(place);
    }

    /** A plain copy of what a tool reads. */
    private static double copySeconds(Path capture, Path copy) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(capture)) {
            files = tree.filter(Files::isRegularFile).toList();
        }
        long begin = System.nanoTime();
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file);
                    OutputStream out = Files.newOutputStream(copy)) {
                in.transferTo(out);
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        Files.delete(copy);
        return seconds;
    }

    private ChildProcess tidemark(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("tidemark").toString()));
        command.addAll(List.of(arguments));
        return ChildProcess.run(command, home, environment).orFail(String.join(" ", command));
    }
}
