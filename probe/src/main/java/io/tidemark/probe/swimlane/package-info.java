/** Device half of the swimlane channel: probes of cores, schedulers and orchestrator. */
package io.tidemark.probe.swimlane;
