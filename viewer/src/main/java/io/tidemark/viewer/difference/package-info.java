/** Why one capture on the page took longer than another. */
package io.tidemark.viewer.difference;
