/**
 * One recorded run: both halves wired, its clocks watched, its channels exported, its hang told.
 */
package io.tidemark.recording.run;
