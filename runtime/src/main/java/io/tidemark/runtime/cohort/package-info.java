/** Blocks that start together: how schedulers agree to stop until a cohort fits. */
package io.tidemark.runtime.cohort;
