/** Chip profiles as files: the shipped ones, those of people, and what is wrong with one. */
package io.tidemark.recording.profile;
