/** Reports over a lake of exported captures, on Apache Spark. */
package io.tidemark.fleet;
