/** What a table is: its columns with their meaning, and where the cells of a capture come from. */
package io.tidemark.sql.table;
