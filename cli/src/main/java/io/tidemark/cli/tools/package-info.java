/** The commands around it: recover, generate, selftest, explain, classpath, version. */
package io.tidemark.cli.tools;
