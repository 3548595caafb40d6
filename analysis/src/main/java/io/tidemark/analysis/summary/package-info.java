/** Where the time of a run went, on one page. */
package io.tidemark.analysis.summary;
