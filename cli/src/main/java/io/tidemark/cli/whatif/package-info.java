/** The question what a captured run would have been under changes: options, answers, texts. */
package io.tidemark.cli.whatif;
