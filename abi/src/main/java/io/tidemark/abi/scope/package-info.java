/** Records of the scope channel: how full the rings were when each scope began and ended. */
package io.tidemark.abi.scope;
