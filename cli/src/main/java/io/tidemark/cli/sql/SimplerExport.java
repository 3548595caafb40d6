package io.tidemark.cli.sql;

import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.capture.table.TableFile;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a capture anew in the files that people know, byte for byte as its run would have: the
 * records file from the tables where the run left it out, everything else copied. One thread.
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
        boolean left = !Files.exists(capture.resolve(SwimlaneChannel.FILE));
        if (left && !Files.isRegularFile(head)) {
            throw UserError.failed(capture + " has neither table files nor a records file.");
        }
        Files.createDirectories(directory);
        copy(capture);
        if (left) {
            AtomicFile.write(
                    directory.resolve(SwimlaneChannel.FILE),
                    part -> SwimlaneTables.export(head, part));
        }
        out.println("capture: " + directory);
        return ExitCode.OK;
    }

    /** All but the tables, and the certificate, whose digests are of the capture itself. */
    private void copy(Path capture) throws IOException {
        try (Stream<Path> files = Files.walk(capture)) {
            for (Path file : files.toList()) {
                Path below = capture.relativize(file);
                boolean stays =
                        below.startsWith(TableFile.DIRECTORY)
                                || below.toString().equals(CertificateWriter.FILE_NAME);
                if (!stays && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Path target = directory.resolve(below.toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
    }
}
