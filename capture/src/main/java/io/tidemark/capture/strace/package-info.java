/** Timing markers in logs and host phase records. */
package io.tidemark.capture.strace;
