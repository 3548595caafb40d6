package io.tidemark.cli.run;

import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Makes the directory of a new capture. An earlier capture is never touched. */
public final class CapturePlace {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss", Locale.ROOT);
    private static final int MOST_TRIES = 1000; // runs of one case started in the same second

    private CapturePlace() {}

    /** {@code parent/<case>_<timestamp>}, with {@code _2}, {@code _3}... when that is taken. */
    static Path under(Path parent, String caseName, LocalDateTime now) throws IOException {
        OutputDirectory.make(parent);
        String label = fileName(caseName) + "_" + STAMP.format(now);
        for (int attempt = 1; attempt <= MOST_TRIES; attempt++) {
            Path place = parent.resolve(attempt == 1 ? label : label + "_" + attempt);
            try {
                return OutputDirectory.makeNew(place); // atomic: two runs never share one
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
        }
        throw UserError.failed(parent.resolve(label) + " and its successors exist already; use --capture DIR.");
    }

    /** Exactly this directory, which must not exist yet. */
    public static Path exactly(Path place) throws IOException {
        if (Files.exists(place)) {
            throw UserError.usage("--capture "
                    + place
                    + " exists already; name a directory that does not, a capture is never"
                    + " overwritten.");
        }
        OutputDirectory.makeFor(place);
        return OutputDirectory.makeNew(place);
    }

    private static String fileName(String caseName) {
        return caseName.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
