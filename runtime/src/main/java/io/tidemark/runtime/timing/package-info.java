/** When marked tasks began and ended, without a recording. */
package io.tidemark.runtime.timing;
