/** Commands over the SQL engine, which runs in a process of its own. */
package io.tidemark.cli.sql;
