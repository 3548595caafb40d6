package io.tidemark.memory.deps;

import java.io.IOException;

/** Looks the edges of recorded submits up again, in the order of the submits. One thread. */
public interface SubmitReplay {
    /**
     * Tells every edge that follows from what the submits so far said, also to tasks that were gone
     * by then.
     *
     * @return what the runtime must have found: the edges to tasks that were not gone
     */
    FoundEdges replay(RecordedSubmit submit, EdgeVisitor edges) throws IOException;
}
