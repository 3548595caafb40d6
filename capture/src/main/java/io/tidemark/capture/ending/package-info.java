/** How the run of a capture ended, from all that the capture says of it. */
package io.tidemark.capture.ending;
