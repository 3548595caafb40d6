/**
 * The interface of recorded submits and of their replay. The host half reads the submits, the
 * runtime's code replays them; both use this package.
 */
package io.tidemark.memory.deps;
