/**
 * What a recording is given and what comes of it: the plan with its channels and its chip, the
 * program, and the parts of the certificate.
 */
package io.tidemark.recording.plan;
