package io.tidemark.capture.deps;

import io.tidemark.capture.table.LaneRecords;
import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Makes the graph of a capture from its submits, with arguments, tensors and regions. It takes the
 * runtime's own look-up of dependencies, so a module that knows the runtime offers it as a service.
 */
public interface GraphReplay {
    DependencyGraph read(LaneRecords submits, DepsHead head) throws IOException;

    /** Empty in a program without such a module. */
    static Optional<GraphReplay> find() {
        return ServiceLoader.load(GraphReplay.class, GraphReplay.class.getClassLoader())
                .findFirst();
    }
}
