package io.tidemark.capture.swimlane;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What the host said about its own recording.
 *
 * @param status complete, dropped, incomplete, or null when the file does not say
 * @param expectedRecords tasks submitted
 * @param recordedRecords submit records in the file
 * @param poolRecords all timed host operations
 * @param droppedRecords records lost
 * @param error null when there was none
 * @param raw every key of the object as read, in file order: Long, Double, String, Boolean or null
 */
public record HostCapture(
        String status,
        OptionalLong expectedRecords,
        OptionalLong recordedRecords,
        OptionalLong poolRecords,
        OptionalLong droppedRecords,
        String error,
        Map<String, Object> raw) {}
