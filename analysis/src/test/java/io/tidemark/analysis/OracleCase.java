package io.tidemark.analysis;

import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapReader;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A capture whose results under today's tools are known. */
public record OracleCase(String name, Path directory) {
    public static Path root() {
        try {
            return Path.of(OracleCase.class.getResource("/oracle").toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static OracleCase of(String name) {
        return new OracleCase(name, root().resolve(name));
    }

    public static Stream<OracleCase> all() {
        try (Stream<Path> directories = Files.list(root())) {
            return directories
                    .filter(Files::isDirectory)
                    .sorted()
                    .map(path -> of(path.getFileName().toString()))
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public boolean has(String file) {
        return Files.exists(directory.resolve(file));
    }

    public Optional<SwimlaneTable> swimlane() {
        return files().swimlane().flatMap(file -> SwimlaneReader.read(file, new Findings()));
    }

    public Optional<DependencyGraph> dependencies() {
        return files().dependencies().flatMap(file -> DepsReader.read(file, new Findings()));
    }

    /**
     * Today's converter takes no names when several maps lie side by side; other tools the newest.
     */
    public NameMap names(boolean onlyIfAlone) {
        var maps = files().nameMaps();
        if (maps.isEmpty() || onlyIfAlone && maps.size() > 1) {
            return NameMap.EMPTY;
        }
        return NameMapReader.read(maps.getFirst(), new Findings()).orElse(NameMap.EMPTY);
    }

    public CaptureModel model() {
        return CaptureModel.of(swimlane().orElseThrow(), dependencies(), names(false));
    }

    public CaptureModel compatModel() {
        return CompatModel.of(swimlane().orElseThrow(), dependencies(), names(true));
    }

    private CaptureDirectory files() {
        try {
            return CaptureFinder.at(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
