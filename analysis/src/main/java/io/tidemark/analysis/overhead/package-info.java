/** Where cores lose time to schedulers, orchestrator and dependencies. */
package io.tidemark.analysis.overhead;
