/** Files that appear whole or not at all, and what lies in the place of one. */
package io.tidemark.capture.file;
