/** The task graph: reduction, order, races, drawings. */
package io.tidemark.analysis.deps;
