package io.tidemark.capture.swimlane;

/**
 * One copy from host to device before a host-built graph starts.
 *
 * @param phase graph_upload, sm_h2d or arena_h2d
 * @param startHostNanos host clock at the begin
 * @param endHostNanos host clock at the end
 * @param sizeBytes bytes moved
 */
public record HostUpload(String phase, long startHostNanos, long endHostNanos, long sizeBytes) {}
