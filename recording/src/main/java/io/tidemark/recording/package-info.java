/**
 * Records a run of a task graph into a capture. {@link io.tidemark.recording.Recorder} runs a
 * {@link io.tidemark.recording.Program} as a {@link io.tidemark.recording.RecordingPlan} says and
 * seals the capture; {@link io.tidemark.recording.Recovery} finishes the capture of a run that
 * died; {@link io.tidemark.recording.DeviceRole} is for a program that is started again as the chip
 * of its own run. {@code examples/embedded} is a whole program. The other types are parts that
 * these are made of.
 */
package io.tidemark.recording;
