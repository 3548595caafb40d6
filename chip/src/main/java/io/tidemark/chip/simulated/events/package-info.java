/** The event queue of virtual time: which actor continues when. The actors are not part of it. */
package io.tidemark.chip.simulated.events;
