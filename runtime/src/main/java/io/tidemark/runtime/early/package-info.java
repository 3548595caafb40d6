/** Tasks that wait on their cores, behind a gate, before their producers are done. */
package io.tidemark.runtime.early;
