package io.tidemark.cli.sql;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.deps.DepsHead;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.ViewerFiles;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.TableFile;
import io.tidemark.capture.table.TableSet;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.collector.deps.DepsFile;
import io.tidemark.runtime.replay.DependencyReplay;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a capture anew in the files that people know, byte for byte as its run would have: the
 * records file and the dependency file from the tables where the run left them out, everything else
 * copied. One thread.
 */
final class SimplerExport {
    private final Path directory;
    private final PrintWriter out;

    SimplerExport(Path directory, PrintWriter out) {
        this.directory = directory;
        this.out = out;
    }

    int write(List<Path> captures) throws IOException {
        if (captures.size() != 1) {
            throw UserError.usage("--format simpler takes one capture at a time.");
        }
        Path capture = captures.getFirst();
        Path head = capture.resolve(SwimlaneTables.HEAD);
        boolean isThere = Files.exists(capture.resolve(SwimlaneChannel.FILE));
        boolean isLeftOut = !isThere && Files.isRegularFile(head);
        if (!isThere && !isLeftOut && !hasDependencies(capture)) {
            throw UserError.failed(capture + " has no table files, no records file and no dependency file.");
        }
        Files.createDirectories(directory);
        copy(capture);
        if (isLeftOut) {
            AtomicFile.write(directory.resolve(SwimlaneChannel.FILE), part -> SwimlaneTables.export(head, part));
        }
        writeDependencies(capture);
        out.println("capture: " + directory);
        return ExitCode.OK;
    }

    private static boolean hasDependencies(Path capture) {
        return Files.exists(capture.resolve(DepsWriter.FILE_NAME))
                || Files.isRegularFile(capture.resolve(DepsHead.PATH));
    }

    /** By a replay of what was submitted, where the run left the file out. */
    private void writeDependencies(Path capture) throws IOException {
        Path head = capture.resolve(DepsHead.PATH);
        if (Files.exists(capture.resolve(DepsWriter.FILE_NAME)) || !Files.isRegularFile(head)) {
            return;
        }
        DepsHead known = DepsHead.read(head).orElseThrow(() -> UserError.failed(head + " cannot be read."));
        try (TableSet slots = TableSet.open(head.getParent(), DepsChannel.CHANNEL)) {
            AtomicFile.write(
                    directory.resolve(DepsWriter.FILE_NAME),
                    part -> DepsFile.write(part, slots, new DependencyReplay(), known));
        }
    }

    /**
     * All but the tables, the certificate, whose digests are of the capture itself, and the
     * viewer's index of it.
     */
    private void copy(Path capture) throws IOException {
        try (Stream<Path> files = Files.walk(capture)) {
            for (Path file : files.toList()) {
                Path below = capture.relativize(file);
                boolean stays = below.startsWith(TableFile.DIRECTORY)
                        || below.toString().equals(CertificateWriter.FILE_NAME)
                        || below.toString().equals(ViewerFiles.INDEX)
                        || AtomicFile.isLeftover(file);
                if (!stays && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Path target = directory.resolve(below.toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
    }
}
