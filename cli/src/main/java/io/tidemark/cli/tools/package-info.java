/**
 * The commands around it (recover, generate, selftest, explain, classpath, version), and the jars
 * that it starts from.
 */
package io.tidemark.cli.tools;
