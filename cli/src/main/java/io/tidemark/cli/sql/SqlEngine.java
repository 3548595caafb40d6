package io.tidemark.cli.sql;

import io.tidemark.cli.text.UserError;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * The jars of the SQL module as Maven left them in {@code target}. The driver's jar unpacks its
 * library of 71 MB at every start; it is unpacked once, beside a jar of the driver's classes alone.
 * If the unpacked files cannot be written, the original jar is used. For one thread.
 */
final class SqlEngine {
    private static final String DRIVER = "duckdb_jdbc-";
    private static final String LIBRARY = "libduckdb_java.so_";

    private final Path target;

    private SqlEngine(Path target) {
        this.target = target;
    }

    /** Empty when the module was not built there. */
    static Optional<SqlEngine> in(Path target) {
        return Files.isDirectory(target.resolve("lib")) ? Optional.of(new SqlEngine(target)) : Optional.empty();
    }

    /** The options of the JVM. */
    List<String> flags() throws IOException {
        String own = SqlProcess.jars(target);
        Path driver = driver();
        Optional<Path> unpacked = unpacked(driver);
        if (unpacked.isEmpty()) {
            return List.of("-cp", own + File.pathSeparator + SqlProcess.jars(target.resolve("lib")));
        }
        String others = SqlProcess.jars(target.resolve("lib"))
                .replace(driver.toString(), unpacked.get().resolve("driver.jar").toString());
        return List.of("-Djava.library.path=" + unpacked.get(), "-cp", own + File.pathSeparator + others);
    }

    private Path driver() throws IOException {
        try (Stream<Path> files = Files.list(target.resolve("lib"))) {
            return files.filter(file -> file.getFileName().toString().startsWith(DRIVER))
                    .findFirst()
                    .orElseThrow(() -> UserError.failed(
                            "the SQL engine's driver is missing in %s; remove that directory and try again."
                                    .formatted(target)));
        }
    }

    private Optional<Path> unpacked(Path driver) {
        String name = driver.getFileName().toString().replace(".jar", "");
        Path place = target.resolve("engine-" + name);
        if (Files.isDirectory(place)) {
            return Optional.of(place);
        }
        try {
            Path part = Files.createTempDirectory(target, "engine-part-");
            if (!unpack(driver, part)) {
                return Optional.empty();
            }
            try {
                Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException | java.nio.file.FileAlreadyExistsException e) {
                return Files.isDirectory(place) ? Optional.of(place) : Optional.empty();
            }
            return Optional.of(place);
        } catch (IOException cannotWrite) {
            return Optional.empty();
        }
    }

    /** False when the driver has no library for this machine. */
    private static boolean unpack(Path driver, Path part) throws IOException {
        String wanted = LIBRARY + system() + "_" + machine();
        boolean found = false;
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(driver));
                OutputStream file = Files.newOutputStream(part.resolve("driver.jar"));
                ZipOutputStream classes = new ZipOutputStream(file)) {
            ZipEntry entry;
            while ((entry = in.getNextEntry()) != null) {
                if (entry.getName().equals(wanted)) {
                    found = true;
                    Files.copy((InputStream) in, part.resolve(System.mapLibraryName("duckdb_java")));
                } else if (!entry.getName().startsWith(LIBRARY)) {
                    classes.putNextEntry(new ZipEntry(entry.getName()));
                    in.transferTo(classes);
                    classes.closeEntry();
                }
            }
        }
        return found;
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.contains("mac") ? "macos" : name.contains("win") ? "windows" : "linux";
    }

    private static String machine() {
        String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return name.equals("aarch64") || name.equals("arm64") ? "arm64" : "amd64";
    }
}
