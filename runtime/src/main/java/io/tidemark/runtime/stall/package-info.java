/** What a run that stood still looked like, for whoever explains it. */
package io.tidemark.runtime.stall;
