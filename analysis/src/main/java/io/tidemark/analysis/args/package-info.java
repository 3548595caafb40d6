/** What every kernel got and gave. */
package io.tidemark.analysis.args;
