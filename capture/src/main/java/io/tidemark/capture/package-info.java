/** The capture directory: model, readers of every era, writers, certificate. */
package io.tidemark.capture;
