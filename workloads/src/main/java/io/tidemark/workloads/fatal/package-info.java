/** Cases that end with a chosen error code. */
package io.tidemark.workloads.fatal;
