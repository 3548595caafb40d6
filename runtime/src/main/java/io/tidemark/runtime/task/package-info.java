/** Tasks while they live: slots, rings of slots, the queues of ready ones. */
package io.tidemark.runtime.task;
