/** Where a program runs: on threads of this process, or in a process of its own. */
package io.tidemark.recording.device;
