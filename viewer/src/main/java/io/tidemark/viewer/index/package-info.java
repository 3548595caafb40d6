/** Answers for the page that outlive the server: the second opening of a large capture. */
package io.tidemark.viewer.index;
