/** A ring of fixed-size slots between two threads that never wait for each other. */
package io.tidemark.memory.ring;
