/** Cases that stop in known ways, to see what is said and kept of them. */
package io.tidemark.workloads.hang;
