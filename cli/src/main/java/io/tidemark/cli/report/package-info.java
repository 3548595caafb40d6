/** The commands that read a capture and show, check or convert what it holds. */
package io.tidemark.cli.report;
