/** What a person writes down about a capture, in a file beside it. */
package io.tidemark.viewer.notes;
