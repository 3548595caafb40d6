/** The list of the cases that come with Tidemark. */
package io.tidemark.workloads.standard;
