/** Host half of the scope channel: pools, judgement and export. */
package io.tidemark.collector.scope;
