/** Runs in virtual time: the same twice, whatever the machine does. */
package io.tidemark.checks.time;
