/** What a run that is still going tells the page. */
package io.tidemark.viewer.live;
