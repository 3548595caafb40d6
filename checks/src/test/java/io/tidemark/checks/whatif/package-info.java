/** Predictions of what-if against runs in virtual time that really have the change. */
package io.tidemark.checks.whatif;
