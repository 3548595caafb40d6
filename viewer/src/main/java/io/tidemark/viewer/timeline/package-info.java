/** The picture as numbers: lanes of spans, and the tiles a browser asks for at each zoom. */
package io.tidemark.viewer.timeline;
