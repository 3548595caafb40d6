/** Makes the place of every call that opens a scope a constant of that call. */
package io.tidemark.runtime.sites;
