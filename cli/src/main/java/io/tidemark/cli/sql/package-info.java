/** Commands that use the SQL engine, which runs in a separate process. */
package io.tidemark.cli.sql;
