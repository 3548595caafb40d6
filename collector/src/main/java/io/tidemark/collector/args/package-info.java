/** Host half of the args channel: pools, payload check, judgement and export. */
package io.tidemark.collector.args;
