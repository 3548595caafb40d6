/** Schedulers: polling cores, completing tasks, dispatching ready ones, watching for standstill. */
package io.tidemark.runtime.scheduler;
