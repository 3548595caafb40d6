/** A first picture of a capture that is still being read. */
package io.tidemark.viewer.look;
