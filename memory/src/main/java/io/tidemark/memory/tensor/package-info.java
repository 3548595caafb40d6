/** Tensors as views of device memory, and the access to their elements. */
package io.tidemark.memory.tensor;
