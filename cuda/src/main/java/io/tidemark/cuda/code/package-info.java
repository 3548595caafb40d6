/**
 * Device code: its sources, the compilers that make it into what a device runs, and where that is
 * kept.
 */
package io.tidemark.cuda.code;
