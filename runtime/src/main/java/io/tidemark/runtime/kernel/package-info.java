/** What runs on a core: a task's kernel and the context it sees. */
package io.tidemark.runtime.kernel;
