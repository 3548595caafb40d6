package io.tidemark.recording.device;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How to start the process of an isolated device. */
@FunctionalInterface
public interface DeviceLauncher {
    /**
     * The whole command line of the process.
     *
     * @param exchange the directory of the exchange
     * @param region the file of the region; empty when nothing is recorded
     */
    List<String> line(Path exchange, Optional<Path> region);
}
