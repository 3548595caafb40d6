/** Questions about many captures, as texts that DuckDB and Spark both understand. */
package io.tidemark.sql.standard;
