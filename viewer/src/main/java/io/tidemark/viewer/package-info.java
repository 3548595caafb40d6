/** Local web server and pages. */
package io.tidemark.viewer;
