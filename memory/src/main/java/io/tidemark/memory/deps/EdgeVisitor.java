package io.tidemark.memory.deps;

import io.tidemark.memory.tensor.Tensor;
import java.io.IOException;

/** Takes the edges of one submit in order. */
@FunctionalInterface
public interface EdgeVisitor {
    /**
     * @param argument which argument asks for it, -1 for an explicit one
     * @param flags 1 wait, 2 retain
     * @param written the region that the producer wrote; null unless it is a writer
     */
    void edge(long producer, EdgeReason reason, int argument, int flags, Tensor written) throws IOException;
}
