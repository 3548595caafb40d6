/** Device code as a compiler for GPUs sees it, where there is one. */
package io.tidemark.checks.cuda;
