package io.tidemark.capture.directory;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that a user names to be read in place of the capture's files. Nothing else of the capture
 * changes, and its verdict is still that of the capture's files. Immutable.
 *
 * @param dependencies a graph, as in {@code deps.json}
 * @param names a name map; wins over {@code kernelConfig}
 * @param kernelConfig a Python module whose {@code KERNELS} list names the kernels
 */
public record GivenFiles(Optional<Path> dependencies, Optional<Path> names, Optional<Path> kernelConfig) {
    /** The capture's own files. */
    public static final GivenFiles NONE = new GivenFiles(Optional.empty(), Optional.empty(), Optional.empty());

    /** Whether the kernels get their names from elsewhere. */
    public boolean hasNames() {
        return names.isPresent() || kernelConfig.isPresent();
    }
}
