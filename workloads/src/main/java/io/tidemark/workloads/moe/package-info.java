/** A layer whose tokens go to a few experts each, chosen on the device. */
package io.tidemark.workloads.moe;
