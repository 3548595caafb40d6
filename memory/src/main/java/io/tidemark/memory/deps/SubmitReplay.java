package io.tidemark.memory.deps;

import java.io.IOException;

/** Looks the edges of recorded submits up again, in the order of the submits. One thread. */
public interface SubmitReplay {
    /**
     * Reports every edge that follows from the submits so far, also edges to tasks that had been
     * retired.
     *
     * @return what the runtime must have found: the edges to tasks that were not gone
     */
    FoundEdges replay(RecordedSubmit submit, EdgeVisitor edges) throws IOException;
}
