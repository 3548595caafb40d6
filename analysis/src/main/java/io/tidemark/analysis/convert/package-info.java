/** Captures as traces other viewers read: Chrome JSON and Perfetto's native format. */
package io.tidemark.analysis.convert;
