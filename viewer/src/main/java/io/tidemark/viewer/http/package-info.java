/** The server: loopback only, read only, and nothing a stranger's page could use. */
package io.tidemark.viewer.http;
