/** The example project as its reader builds and runs it. */
package io.tidemark.checks.example;
