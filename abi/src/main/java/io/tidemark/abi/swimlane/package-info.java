/** Records and codes of the swimlane channel: what ran where, from when to when. */
package io.tidemark.abi.swimlane;
