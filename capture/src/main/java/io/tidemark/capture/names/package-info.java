/** Names of callables. */
package io.tidemark.capture.names;
