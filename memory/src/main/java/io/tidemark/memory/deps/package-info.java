/**
 * What a recorded submit says, and what a replay of it answers: known to the host half that reads
 * it and to the runtime whose code replays it, and hence to neither alone.
 */
package io.tidemark.memory.deps;
