/** The same page as files that open from disk without a server. */
package io.tidemark.viewer.export;
