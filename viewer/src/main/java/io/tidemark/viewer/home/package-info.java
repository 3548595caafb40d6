/** The captures of a directory, and those that were dropped onto the page. */
package io.tidemark.viewer.home;
