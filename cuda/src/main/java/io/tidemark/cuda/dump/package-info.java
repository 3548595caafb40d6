/** Arguments that blocks dump, on their way from the rings of the blocks to who records them. */
package io.tidemark.cuda.dump;
