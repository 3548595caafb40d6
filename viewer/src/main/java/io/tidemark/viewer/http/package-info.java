/** The server: loopback by default, and nothing for those who do not have its token. */
package io.tidemark.viewer.http;
