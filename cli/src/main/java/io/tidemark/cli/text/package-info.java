/**
 * What every command shares: exit codes, errors as one sentence, safe output, places to write to.
 */
package io.tidemark.cli.text;
