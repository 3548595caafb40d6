/** The data of an active run for the page. */
package io.tidemark.viewer.live;
