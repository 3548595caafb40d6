/** One capture as the pages need it: read once, joined, sorted, then never changed. */
package io.tidemark.viewer.model;
