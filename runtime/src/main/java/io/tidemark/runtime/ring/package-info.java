/** The bounded resources of one ring and the rules by which they are handed out and taken back. */
package io.tidemark.runtime.ring;
