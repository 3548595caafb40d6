/** That every channel is everywhere, and that a program can bring one of its own. */
package io.tidemark.checks.channel;
