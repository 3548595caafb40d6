/** Scope statistics. */
package io.tidemark.capture.scope;
