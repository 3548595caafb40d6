package io.tidemark.capture.directory;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.deps.DepsTables;
import io.tidemark.capture.file.FileKind;
import io.tidemark.capture.file.Misfit;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds captures of every era on disk: by fixed names, by the dated names of the first months, and
 * recursively where one run left several ranks or devices. Stateless; any thread. Follows no links
 * and goes {@link #MAX_DEPTH} directories deep.
 */
public final class CaptureFinder {
    /** How deep captures of a run may lie. */
    public static final int MAX_DEPTH = 8;

    private static final Pattern SWIMLANE =
            Pattern.compile("(chip_swimlane_records|l2_swimlane_records|l2_perf_records(_\\d{8}_\\d{6})?"
                    + "|perf_swimlane_\\d{8}_\\d{6})\\.json(\\.gz)?");
    private static final String SCOPE_DIRECTORY = "scope_stats";
    private static final String PAYLOAD = ArgsChannel.DIRECTORY + "/" + ArgsChannel.PAYLOAD_FILE;
    private static final Pattern NAME_MAP = Pattern.compile("name_map.*\\.json");
    private static final Pattern DUMP_MANIFEST =
            Pattern.compile("(args_dump|tensor_dump(_\\d{8}_\\d{6})?)\\.json(\\.gz)?");
    private static final Pattern OTHER_ARTIFACT =
            Pattern.compile("(deps\\.json|scope_stats\\.jsonl|pmu\\.csv|host_phase_records\\.jsonl"
                    + "|certificate\\.json)(\\.gz)?|args\\.bin|tensor_dump(_\\d{8}_\\d{6})?\\.bin");
    private static final Pattern DUMP_DIRECTORY = Pattern.compile("args_dump|tensor_dump(_\\d{8}_\\d{6})?");

    private CaptureFinder() {}

    /**
     * The capture in exactly this directory, or of this records file; may be empty of artifacts.
     */
    public static CaptureDirectory at(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            Path parent = path.toAbsolutePath().getParent();
            CaptureDirectory whole = describe(parent, parent.getFileName().toString());
            String name = path.getFileName().toString();
            boolean isExport = name.equals(SwimlaneChannel.FILE) && whole.hasTables(SwimlaneChannel.CHANNEL);
            return !isExport && SWIMLANE.matcher(name).matches() ? withSwimlane(whole, path) : whole;
        }
        Path name = path.toAbsolutePath().normalize().getFileName();
        return describe(path, name == null ? path.toString() : name.toString());
    }

    /**
     * A capture whose run is active or died, with the records that have reached its spool. Other
     * captures are returned unchanged.
     */
    public static CaptureDirectory withSpool(CaptureDirectory capture) {
        if (!capture.isUnfinished()) {
            return capture;
        }
        return new CaptureDirectory(
                capture.root(),
                capture.label(),
                capture.swimlane().or(() -> spooled(capture, SwimlaneChannel.CHANNEL)),
                capture.dependencies(),
                capture.argsManifest().or(() -> spooled(capture, ArgsChannel.CHANNEL)),
                capture.argsPayload(),
                capture.scopeStats().or(() -> spooled(capture, ScopeChannel.CHANNEL)),
                capture.nameMaps(),
                capture.pmu().or(() -> spooled(capture, PmuChannel.CHANNEL)),
                capture.hostPhases(),
                capture.certificate(),
                capture.logs(),
                capture.misfits());
    }

    private static Optional<Path> spooled(CaptureDirectory capture, Channel channel) {
        return there(capture.root().resolve(CaptureDirectory.SPOOL).resolve(TableFile.headName(channel)));
    }

    private static Optional<Path> there(Path file) {
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /** Every capture at or below {@code root}, in path order; labels are paths relative to it. */
    public static List<CaptureDirectory> below(Path root) throws IOException {
        List<CaptureDirectory> found = new ArrayList<>();
        List<Path> directories = new ArrayList<>();
        Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), MAX_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                directories.add(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        directories.sort(Comparator.naturalOrder());
        for (Path directory : directories) {
            if (isChannelDirectory(directory) && !directory.equals(root)) {
                continue;
            }
            String label =
                    directory.equals(root) ? "." : root.relativize(directory).toString();
            CaptureDirectory capture = describe(directory, label);
            if (!capture.isEmpty()) {
                found.add(capture);
            }
        }
        return found;
    }

    /**
     * The capture written last below {@code outputs}, judged by its newest artifact. One in which
     * nothing was recorded does not hide an older one that has something to show.
     */
    public static Optional<NewestCapture> newest(Path outputs) throws IOException {
        if (!Files.isDirectory(outputs)) {
            return Optional.empty();
        }
        List<CaptureDirectory> newestFirst = below(outputs).reversed().stream()
                .sorted(Comparator.comparing(CaptureFinder::newestArtifact).reversed())
                .toList();
        List<CaptureDirectory> passedOver = new ArrayList<>();
        for (CaptureDirectory capture : newestFirst) {
            if (capture.holdsRecords()) {
                return Optional.of(new NewestCapture(capture, passedOver));
            }
            passedOver.add(capture);
        }
        return passedOver.isEmpty()
                ? Optional.empty()
                : Optional.of(new NewestCapture(passedOver.getFirst(), List.of()));
    }

    private static CaptureDirectory describe(Path directory, String label) throws IOException {
        List<Misfit> misfits = new ArrayList<>();
        List<Path> files = files(directory, directory, misfits);
        List<Path> dumps = new ArrayList<>(files);
        List<Path> scopes = new ArrayList<>(files);
        for (Path child : list(directory, CaptureFinder::isChannelDirectory)) {
            if (!Files.isDirectory(child)) {
                String what = FileKind.misfit(child).orElse("a file");
                misfits.add(new Misfit(child.getFileName().toString(), what + ", not a directory"));
            } else if (isDumpDirectory(child)) {
                dumps.addAll(files(directory, child, misfits));
            } else {
                scopes.addAll(files(directory, child, misfits));
            }
        }
        Optional<Path> manifest = newestOf(dumps, DUMP_MANIFEST);
        return new CaptureDirectory(
                directory,
                label,
                tablesElse(directory, SwimlaneChannel.CHANNEL, newestOf(files, SWIMLANE)),
                tablesElse(DepsTables.head(directory), DepsChannel.CHANNEL, named(files, "deps.json")),
                tablesElse(directory, ArgsChannel.CHANNEL, manifest),
                manifest.flatMap(CaptureFinder::payloadBeside).or(() -> there(directory.resolve(PAYLOAD))),
                tablesElse(directory, ScopeChannel.CHANNEL, named(scopes, "scope_stats.jsonl")),
                allNewestFirst(files, NAME_MAP),
                tablesElse(directory, PmuChannel.CHANNEL, named(files, "pmu.csv")),
                named(files, "host_phase_records.jsonl"),
                named(files, CertificateWriter.FILE_NAME),
                allNewestFirst(files, Pattern.compile(".*\\.log")),
                misfits);
    }

    /**
     * The head of a channel's table files; the file that other tools read only where there are none,
     * or where another version of Tidemark wrote them.
     */
    private static Optional<Path> tablesElse(Path directory, Channel channel, Optional<Path> file) throws IOException {
        return tablesElse(there(directory.resolve(TableFile.head(channel))), channel, file);
    }

    private static Optional<Path> tablesElse(Optional<Path> head, Channel channel, Optional<Path> file)
            throws IOException {
        return file.isPresent()
                        && head.isPresent()
                        && !TableSet.isOfThisVersion(head.get().getParent(), channel)
                ? file
                : head.or(() -> file);
    }

    /** The files in a directory; what only has the name of one goes to the misfits. */
    private static List<Path> files(Path root, Path directory, List<Misfit> misfits) throws IOException {
        for (Path child : list(directory, file -> !Files.isRegularFile(file))) {
            Optional<String> what =
                    isArtifact(child.getFileName().toString()) ? FileKind.misfit(child) : Optional.empty();
            if (what.isPresent()) {
                String path = root.relativize(child).toString().replace('\\', '/');
                misfits.add(new Misfit(path, what.get() + ", not a file"));
            }
        }
        return list(directory, Files::isRegularFile);
    }

    private static boolean isArtifact(String name) {
        return SWIMLANE.matcher(name).matches()
                || NAME_MAP.matcher(name).matches()
                || DUMP_MANIFEST.matcher(name).matches()
                || OTHER_ARTIFACT.matcher(name).matches()
                || CaptureDirectory.REPORTS.contains(name);
    }

    private static CaptureDirectory withSwimlane(CaptureDirectory whole, Path swimlane) {
        return new CaptureDirectory(
                whole.root(),
                whole.label(),
                Optional.of(swimlane),
                whole.dependencies(),
                whole.argsManifest(),
                whole.argsPayload(),
                whole.scopeStats(),
                whole.nameMaps(),
                whole.pmu(),
                whole.hostPhases(),
                whole.certificate(),
                whole.logs(),
                whole.misfits());
    }

    private static boolean isChannelDirectory(Path directory) {
        return isDumpDirectory(directory) || directory.endsWith(SCOPE_DIRECTORY);
    }

    private static boolean isDumpDirectory(Path directory) {
        Path name = directory.getFileName();
        return name != null && DUMP_DIRECTORY.matcher(name.toString()).matches();
    }

    private static Optional<Path> payloadBeside(Path manifest) {
        String name = manifest.getFileName().toString().replaceFirst("\\.json(\\.gz)?$", ".bin");
        for (String candidate : new String[] {"args.bin", name}) {
            Path payload = manifest.resolveSibling(candidate);
            if (Files.isRegularFile(payload)) {
                return Optional.of(payload);
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> named(List<Path> files, String name) {
        for (String candidate : new String[] {name, name + ".gz"}) {
            for (Path file : files) {
                if (file.getFileName().toString().equals(candidate)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> newestOf(List<Path> files, Pattern pattern) {
        return allNewestFirst(files, pattern).stream().findFirst();
    }

    private static List<Path> allNewestFirst(List<Path> files, Pattern pattern) {
        return files.stream()
                .filter(file -> pattern.matcher(file.getFileName().toString()).matches())
                .sorted(Comparator.comparing(CaptureFinder::modified).reversed())
                .toList();
    }

    private static FileTime newestArtifact(CaptureDirectory capture) {
        return Stream.of(
                        capture.swimlane(),
                        capture.dependencies(),
                        capture.argsManifest(),
                        capture.scopeStats(),
                        capture.pmu(),
                        capture.hostPhases(),
                        capture.certificate())
                .flatMap(Optional::stream)
                .map(CaptureFinder::modified)
                .max(Comparator.naturalOrder())
                .orElse(FileTime.fromMillis(0));
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    private static List<Path> list(Path directory, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(wanted).sorted().toList();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }
}
