/** Host half of the deps channel: pools, chains, judgement and export. */
package io.tidemark.collector.deps;
