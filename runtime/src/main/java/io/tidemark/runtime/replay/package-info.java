/**
 * Looks recorded submits up again with the runtime's own inference, away from the device, and tells
 * the reason of every edge.
 */
package io.tidemark.runtime.replay;
