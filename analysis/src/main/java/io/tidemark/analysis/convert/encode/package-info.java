/**
 * Encodes traces: events as Chrome JSON or as packets of Perfetto, on a few threads in one order.
 */
package io.tidemark.analysis.convert.encode;
