/**
 * What a run's time is: its makespan, the core time that follows from it, and the parts into which
 * core time is split. Every report and page takes these figures and words from here; they are
 * written down for people in {@code docs/glossary.md}.
 */
package io.tidemark.analysis.coretime;
