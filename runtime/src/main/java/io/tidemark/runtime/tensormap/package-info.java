/**
 * Which tasks a submit depends on: regions, their overlap, the map of live writers. Depends on
 * tensors only, so that a replay away from the device infers the same edges with the same code.
 */
package io.tidemark.runtime.tensormap;
