/** Reads swimlane records of every era into a table. */
package io.tidemark.capture.swimlane.read;
