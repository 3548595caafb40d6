/** What the page may ask for: named pieces of a capture that never change, as JSON or columns. */
package io.tidemark.viewer.resource;
