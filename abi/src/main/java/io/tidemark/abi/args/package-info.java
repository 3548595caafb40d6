/** The shared bytes of the args channel: what kernels got and gave. */
package io.tidemark.abi.args;
