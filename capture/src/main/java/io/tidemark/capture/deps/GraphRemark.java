package io.tidemark.capture.deps;

/**
 * What the recorder of a dependency file says of the whole graph. Immutable.
 *
 * @param partial the run ended before the orchestration did, so tasks are missing at the end
 * @param untrusted why the graph may be wrong; empty if it is not
 * @param runtime the runtime that ran it; empty if the file does not say
 */
public record GraphRemark(boolean partial, String untrusted, String runtime) {
    /** A file that says nothing: every foreign one, and every whole one. */
    public static final GraphRemark NONE = new GraphRemark(false, "", "");
}
