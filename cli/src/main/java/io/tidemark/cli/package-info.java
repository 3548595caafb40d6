/** The tidemark command: commands, options, texts. */
package io.tidemark.cli;
