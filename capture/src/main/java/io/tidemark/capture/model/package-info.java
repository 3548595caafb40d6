/**
 * The one model of a capture: kernel runs, tasks, graph and kernel names, joined once and shared by
 * every analysis, exporter and page. Times are whole nanoseconds on the axis of the capture.
 */
package io.tidemark.capture.model;
