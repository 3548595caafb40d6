/** The fixed structures of a device region: header, directory, lanes, buffers and queues. */
package io.tidemark.abi.region;
