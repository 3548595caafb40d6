/** Why a run hung: who waits for whom, in a sentence and as a graph. */
package io.tidemark.analysis.doctor;
