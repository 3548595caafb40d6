/** Work on a separate thread; a caller waits for the result when it needs it. */
package io.tidemark.capture.ahead;
