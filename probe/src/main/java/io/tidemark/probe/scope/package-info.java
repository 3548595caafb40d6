/** Device half of the scope channel. */
package io.tidemark.probe.scope;
