/** The tables that people ask, one class each. */
package io.tidemark.sql.tables;
