/** The argument dump: manifest and payload. */
package io.tidemark.capture.args;
