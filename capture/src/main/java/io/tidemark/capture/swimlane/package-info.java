/** Swimlane records of every era: tables, join, readers and the writer. */
package io.tidemark.capture.swimlane;
