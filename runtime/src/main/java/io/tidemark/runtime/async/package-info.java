/** Tasks that are complete only when something beside the cores says so. */
package io.tidemark.runtime.async;
