/**
 * The two queues between the halves of a channel: full buffers to the host, empty ones to the
 * device.
 */
package io.tidemark.memory.queue;
