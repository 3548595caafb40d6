/** Host half of each channel: drain, replenish, collect, reconcile, recover. */
package io.tidemark.collector;
