/** SQL over captures: the tables of a capture, and the engine that asks them. */
package io.tidemark.sql;
