/** The orchestrator: user code submits tasks here, one thread, beside the schedulers. */
package io.tidemark.runtime.orchestrator;
