/** Device half of the args channel: what kernels got and gave, with the bytes. */
package io.tidemark.probe.args;
