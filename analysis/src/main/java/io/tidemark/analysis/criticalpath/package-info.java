/** Which chain of tasks a run had to wait for, in theory and as it happened. */
package io.tidemark.analysis.criticalpath;
