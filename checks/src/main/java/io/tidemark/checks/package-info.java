/** End-to-end, architecture and concurrency checks. Never shipped. */
package io.tidemark.checks;
