/** Orders of memory between schedulers. */
package io.tidemark.checks.runtime;
