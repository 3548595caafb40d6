/**
 * The dispatch protocol: what the scheduler of a core and the core exchange through words in
 * memory. It is the same for a simulated core and for one of a real device.
 */
package io.tidemark.abi.dispatch;
