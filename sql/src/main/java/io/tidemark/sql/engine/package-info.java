/**
 * How tables reach the engine: its C interface, called without the driver's cell by cell setters.
 */
package io.tidemark.sql.engine;
