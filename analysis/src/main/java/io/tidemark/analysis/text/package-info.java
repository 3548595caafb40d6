/** Tables, units, numbers and JSON for people and programs. */
package io.tidemark.analysis.text;
