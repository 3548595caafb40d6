/** Which scope filled which ring. */
package io.tidemark.analysis.scope;
