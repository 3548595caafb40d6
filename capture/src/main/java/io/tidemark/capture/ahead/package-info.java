/** Work on a thread of its own whose result is waited for when it is needed. */
package io.tidemark.capture.ahead;
