/** Records a run: both halves wired, its device isolated, its capture sealed or recovered. */
package io.tidemark.recording;
