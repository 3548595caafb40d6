/** Where captures and their files lie. */
package io.tidemark.capture.directory;
