/** Host half of the swimlane channel: pools, judgement and export. */
package io.tidemark.collector.swimlane;
