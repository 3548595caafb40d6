/** How a command names, opens and judges the captures that it reads. */
package io.tidemark.cli.capture;
