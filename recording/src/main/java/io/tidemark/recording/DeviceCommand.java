package io.tidemark.recording;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How to start the process of an isolated device. */
@FunctionalInterface
public interface DeviceCommand {
    /**
     * The whole command line, with a program that hands these two to {@link DeviceProcess#run}.
     *
     * @param exchange the directory of the exchange, absolute
     * @param region the file of the region, absolute; empty when nothing is recorded
     */
    List<String> line(Path exchange, Optional<Path> region);
}
