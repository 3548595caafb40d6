/** What things cost: pieces by JMH, whole runs, tools, and the guard that keeps the costs. */
package io.tidemark.checks.bench;
