/**
 * What is wrong with or missing from a capture: findings, the verdict, and text made harmless to
 * show.
 */
package io.tidemark.capture.finding;
