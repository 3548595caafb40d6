package io.tidemark.cli.sql;

import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.ViewerFiles;
import io.tidemark.capture.table.TableFile;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.run.SimplerFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a capture anew in the files that the tools of simpler read: from its tables, and everything
 * else copied. One thread.
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
        if (!CaptureFinder.at(capture).holdsRecords()) {
            throw UserError.failed(capture + " has no table files, no records file and no dependency file.");
        }
        Files.createDirectories(directory);
        copy(capture);
        SimplerFiles.write(capture, directory);
        out.println("capture: " + directory);
        return ExitCode.OK;
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
