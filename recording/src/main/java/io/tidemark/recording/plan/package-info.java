/**
 * The input and the result of a recording: the plan with its channels and its chip, the program, and the parts of the
 * certificate.
 */
package io.tidemark.recording.plan;
