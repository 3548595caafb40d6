/** Who goes on when in virtual time: the event queue, without the actors. */
package io.tidemark.chip.simulated.events;
