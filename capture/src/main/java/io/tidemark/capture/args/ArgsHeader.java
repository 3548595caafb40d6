package io.tidemark.capture.args;

/**
 * Head of an argument manifest. Counters are -1 where the file does not give them.
 *
 * @param form which manifest
 * @param runDirectory {@code args_dump} or {@code tensor_dump}
 * @param level 1 marked, 2 all, 3 all metadata; -1 when not written
 * @param payloadFile null when no payload was written
 */
public record ArgsHeader(
        Form form,
        String runDirectory,
        int level,
        long total,
        long beforeDispatch,
        long afterCompletion,
        long inputs,
        long outputs,
        long inouts,
        long truncated,
        long droppedRecords,
        long droppedOverwrite,
        String payloadFile) {
    /** The manifests there were. */
    public enum Form {
        /** Dated names, April 2026. */
        T0,
        /** Fixed names, subtask and function per entry. */
        T1,
        /** Scalars, no subtask. */
        T2,
        /** {@code args} list, today's form. */
        T3
    }
}
