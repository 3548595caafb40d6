/** The commands that run cases: options of a run, its rounds, its report. */
package io.tidemark.cli.run;
