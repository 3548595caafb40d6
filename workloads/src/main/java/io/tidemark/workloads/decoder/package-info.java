/** Layers of a language model that decodes one token per sequence. */
package io.tidemark.workloads.decoder;
