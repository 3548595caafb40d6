/** Device regions, transports, queues, rings, tensors, owner-tagged allocation. */
package io.tidemark.memory;
