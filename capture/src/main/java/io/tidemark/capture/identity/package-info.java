/** What a task and a tensor are called, the same in every file of a capture. */
package io.tidemark.capture.identity;
