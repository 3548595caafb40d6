/** What the times of a capture are worth: the conditions under which its host measured them. */
package io.tidemark.analysis.host;
