/**
 * A chip whose cores are blocks of a persistent kernel. The device code is the same for a GPU and
 * for the emulation, where blocks are threads of this process; {@link io.tidemark.cuda.CudaSource}
 * opens either.
 */
package io.tidemark.cuda;
