/**
 * Records a run of a task graph into a capture. {@link io.tidemark.recording.Recorder} runs a
 * {@link io.tidemark.recording.plan.Program} as a {@link io.tidemark.recording.plan.RecordingPlan}
 * says and seals the capture. {@link io.tidemark.recording.Recovery} finishes the capture of a run that died.
 * {@link io.tidemark.recording.DeviceRole} is for a program that is started again as the chip of the run it began.
 * {@code examples/embedded} is a whole program. This package and {@code plan} are what a program calls; {@code run} and
 * {@code device} are the engine below.
 */
package io.tidemark.recording;
