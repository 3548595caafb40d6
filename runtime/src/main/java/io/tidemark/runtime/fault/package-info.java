/** Failures of user code: how they are described, and switches for cases that provoke them. */
package io.tidemark.runtime.fault;
