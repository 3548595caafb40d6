/** Files that appear whole or not at all, and the kinds of other entries at the path of a file. */
package io.tidemark.capture.file;
