/** What the work of a run costs where time is modelled: probes that spend time beside recorders. */
package io.tidemark.runtime.costs;
