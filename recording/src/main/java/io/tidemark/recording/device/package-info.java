/** Where a program runs: on threads of this process, or in a separate process. */
package io.tidemark.recording.device;
